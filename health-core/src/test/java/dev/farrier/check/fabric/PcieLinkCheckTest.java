package dev.farrier.check.fabric;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.PcieDevices;
import dev.farrier.telemetry.linux.PcieDevices.Device;
import dev.farrier.telemetry.linux.PcieDevices.Errors;
import dev.farrier.telemetry.linux.PcieDevices.Kind;
import dev.farrier.telemetry.linux.PcieDevices.Link;
import dev.farrier.telemetry.linux.PcieDevices.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PcieLinkCheckTest {
    private static final Link BEST = new Link(32, 16);

    private static Examination examine(Kind kind, State state, Link link, Optional<Boolean> busy) {
        Device device = new Device("0000:3b:00.0", kind, state, link, BEST, busy, Errors.NONE);
        return new PcieLinkCheck().examine(new PcieDevices(List.of(device), List.of()));
    }

    @Test
    void letsAnIdleGpuRunSlowly() {
        assertPassed(examine(Kind.GPU, State.ANSWERS, new Link(2.5, 16), Optional.of(false)));
        assertPassed(examine(Kind.GPU, State.ANSWERS, new Link(2.5, 16), Optional.empty()));
    }

    @Test
    void findsAGpuThatIsSlowAtWork() {
        Examination examination =
                examine(Kind.GPU, State.ANSWERS, new Link(8, 16), Optional.of(true));
        assertFound(examination, "pcie.link.slow", Severity.DEGRADED);
        assertThat(only(examination).message())
                .isEqualTo("GPU 0000:3b:00.0: speed 8.0 of 32.0 GT/s");
    }

    @Test
    void findsADriveThatIsSlowAtAnyTime() {
        assertFound(
                examine(Kind.NVME, State.ANSWERS, new Link(8, 16), Optional.empty()),
                "pcie.link.slow",
                Severity.DEGRADED);
    }

    @Test
    void findsMissingLanesAtAnyTime() {
        Examination examination =
                examine(Kind.GPU, State.ANSWERS, new Link(2.5, 8), Optional.of(false));
        assertFound(examination, "pcie.link.narrow", Severity.DEGRADED);
        assertThat(only(examination).value()).isEqualTo("width 8 of 16");
    }

    @Test
    void condemnsOnlyAGpuThatIsLost() {
        assertFound(
                examine(Kind.GPU, State.LOST, Link.UNKNOWN, Optional.empty()),
                "pcie.gpu-lost",
                Severity.FATAL);
        assertFound(
                examine(Kind.NETWORK, State.LOST, Link.UNKNOWN, Optional.empty()),
                "pcie.device-lost",
                Severity.DEGRADED);
    }

    @Test
    void cannotTellOfADeviceThatSaysNothing() {
        assertThat(examine(Kind.GPU, State.ANSWERS, Link.UNKNOWN, Optional.empty()).undetermined())
                .isPresent();
        assertThat(examine(Kind.GPU, State.ASLEEP, new Link(2.5, 1), Optional.empty()).findings())
                .isEmpty();
    }
}
