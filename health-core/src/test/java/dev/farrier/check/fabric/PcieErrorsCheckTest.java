package dev.farrier.check.fabric;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.PcieDevices;
import dev.farrier.telemetry.linux.PcieDevices.Count;
import dev.farrier.telemetry.linux.PcieDevices.Device;
import dev.farrier.telemetry.linux.PcieDevices.Errors;
import dev.farrier.telemetry.linux.PcieDevices.Kind;
import dev.farrier.telemetry.linux.PcieDevices.Link;
import dev.farrier.telemetry.linux.PcieDevices.Port;
import dev.farrier.telemetry.linux.PcieDevices.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PcieErrorsCheckTest {
    private static final Optional<Count> QUIET = grown(0, 600);

    private static Optional<Count> grown(long by, double seconds) {
        return Optional.of(
                new Count(by + 7, "SDES 7", Optional.of(new Increase(by, false, seconds))));
    }

    private static Examination examine(Kind kind, Errors errors) {
        Device device =
                new Device(
                        "0000:86:00.0",
                        kind,
                        State.ANSWERS,
                        Link.UNKNOWN,
                        Link.UNKNOWN,
                        Optional.empty(),
                        errors);
        return new PcieErrorsCheck(10).examine(new PcieDevices(List.of(device), List.of()));
    }

    @Test
    void condemnsAFatalErrorOfAGpuAlone() {
        Errors fatal = new Errors(QUIET, QUIET, grown(2, 300));
        Examination examination = examine(Kind.GPU, fatal);
        assertFound(examination, "pcie.errors.fatal", Severity.FATAL);
        assertThat(only(examination).message())
                .isEqualTo("GPU 0000:86:00.0: fatal errors, 2 in 300 s (in this boot SDES 7)");
        assertFound(examine(Kind.NVME, fatal), "pcie.errors.fatal-elsewhere", Severity.DEGRADED);
    }

    @Test
    void condemnsAFatalErrorOnTheWayToAGpu() {
        Errors fatal = new Errors(QUIET, QUIET, grown(1, 300));
        for (boolean aboveGpu : new boolean[] {true, false}) {
            Examination examination =
                    new PcieErrorsCheck(10)
                            .examine(
                                    new PcieDevices(
                                            List.of(),
                                            List.of(new Port("0000:3a:00.0", aboveGpu, fatal))));
            assertThat(only(examination).severity() == Severity.FATAL).isEqualTo(aboveGpu);
        }
    }

    @Test
    void isNotMovedByTotals() {
        Optional<Count> old = Optional.of(new Count(5_000, "RxErr 5000", Optional.empty()));
        assertPassed(examine(Kind.GPU, new Errors(old, old, old)));
        assertPassed(examine(Kind.GPU, new Errors(QUIET, QUIET, QUIET)));
    }

    @Test
    void judgesCorrectableErrorsByTheirRate() {
        assertPassed(examine(Kind.GPU, new Errors(grown(3_000, 300), QUIET, QUIET)));
        assertFound(
                examine(Kind.GPU, new Errors(grown(3_001, 300), QUIET, QUIET)),
                "pcie.errors.correctable",
                Severity.DEGRADED);
        assertPassed(examine(Kind.GPU, new Errors(grown(500, 1), QUIET, QUIET)));
    }

    @Test
    void warnsOfANonfatalError() {
        assertFound(
                examine(Kind.GPU, new Errors(QUIET, grown(1, 300), QUIET)),
                "pcie.errors.nonfatal",
                Severity.WARNING);
    }

    @Test
    void cannotTellWhereTheKernelCountsNothing() {
        assertThat(examine(Kind.GPU, Errors.NONE).undetermined()).isPresent();
    }
}
