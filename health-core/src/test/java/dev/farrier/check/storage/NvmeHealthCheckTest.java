package dev.farrier.check.storage;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.NvmeControllers;
import dev.farrier.telemetry.linux.NvmeHealth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NvmeHealthCheckTest {
    private static final NvmeHealth.Smart GOOD = new NvmeHealth.Smart(0, 3, 100, 10, 0, 0);

    private static NvmeHealth health(
            NvmeHealth.Smart smart, long media, long hot, List<String> unread) {
        return new NvmeHealth(
                List.of(
                        new NvmeHealth.Drive(
                                new NvmeControllers.Controller(
                                        "nvme0", "live", "pcie", "Some Drive", "S123", "1.2.3"),
                                smart,
                                Optional.of(new Increase(media, false, 600)),
                                Optional.of(new Increase(hot, false, 600)))),
                unread);
    }

    private static Examination examine(NvmeHealth.Smart smart, long media, long hot) {
        return new NvmeHealthCheck(100).examine(health(smart, media, hot, List.of()));
    }

    private static Examination warning(int warnings) {
        return examine(new NvmeHealth.Smart(warnings, 3, 100, 10, 0, 0), 0, 0);
    }

    @Test
    void passesADriveWithErrorsOfLongAgo() {
        assertPassed(examine(new NvmeHealth.Smart(0, 100, 10, 10, 7, 99), 0, 0));
    }

    @Test
    void findsErrorsOfLate() {
        Examination examination = examine(GOOD, 2, 0);
        assertFound(examination, "nvme.media-errors", Severity.DEGRADED);
        assertThat(only(examination).message())
                .isEqualTo("nvme0 (serial S123) lost data, 2 in 600 s");
    }

    @Test
    void findsWhatTheDriveWarnsOfAndDrainsForNone() {
        assertFound(warning(1), "nvme.spare-low", Severity.DEGRADED);
        assertFound(warning(2), "nvme.hot", Severity.WARNING);
        assertFound(warning(4), "nvme.unreliable", Severity.DEGRADED);
        assertFound(warning(8), "nvme.read-only", Severity.DEGRADED);
        assertThat(codes(warning(15)))
                .containsExactly("nvme.read-only", "nvme.spare-low", "nvme.unreliable", "nvme.hot");
    }

    @Test
    void findsSpareBelowTheDrivesOwnThreshold() {
        assertFound(
                examine(new NvmeHealth.Smart(0, 3, 9, 10, 0, 0), 0, 0),
                "nvme.spare-low",
                Severity.DEGRADED);
    }

    @Test
    void warnsOfWearAndHeat() {
        assertFound(
                examine(new NvmeHealth.Smart(0, 101, 100, 10, 0, 0), 0, 0),
                "nvme.worn",
                Severity.WARNING);
        assertFound(examine(GOOD, 0, 1), "nvme.hot", Severity.WARNING);
    }

    @Test
    void cannotTellOfADriveThatIsSilent() {
        Examination examination =
                new NvmeHealthCheck(100).examine(health(GOOD, 0, 0, List.of("nvme1: silent")));
        assertThat(examination.undetermined()).contains("nvme1: silent");
    }
}
