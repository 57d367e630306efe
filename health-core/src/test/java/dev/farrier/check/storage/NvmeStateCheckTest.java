package dev.farrier.check.storage;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.NvmeControllers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NvmeStateCheckTest {
    private static NvmeControllers drives(String state, String transport) {
        return new NvmeControllers(
                List.of(
                        new NvmeControllers.Controller(
                                "nvme0", state, transport, "Some Drive", "S123", "1.2.3")));
    }

    private static Examination untold(String state) {
        return new NvmeStateCheck(Optional.empty()).examine(drives(state, "pcie"));
    }

    @Test
    void passesLiveDrives() {
        assertPassed(untold("live"));
        assertPassed(new NvmeStateCheck(Optional.of(1)).examine(drives("live", "pcie")));
    }

    @Test
    void findsADriveThatTheKernelHasGivenUpByItsSerial() {
        Examination examination = untold("dead");
        assertFound(examination, "nvme.dead", Severity.DEGRADED);
        assertThat(only(examination).component()).hasToString("nvme S123");
        assertThat(only(examination).message())
                .isEqualTo("nvme0 (Some Drive, serial S123) is dead");
    }

    @Test
    void onlyWarnsOfOneThatIsBeingReset() {
        assertFound(untold("resetting"), "nvme.not-live", Severity.WARNING);
    }

    @Test
    void countsDrivesInTheNodeOnly() {
        Examination examination = new NvmeStateCheck(Optional.of(1)).examine(drives("live", "tcp"));
        assertFound(examination, "nvme.missing", Severity.DEGRADED);
        assertThat(only(examination).message()).isEqualTo("the kernel knows 0 of 1 NVMe drives");
    }
}
