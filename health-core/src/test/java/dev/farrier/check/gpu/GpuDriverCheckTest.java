package dev.farrier.check.gpu;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GpuDriverCheckTest {
    private final GpuDriverCheck check = new GpuDriverCheck();

    @Test
    void passesADriverThatAnswers() throws Exception {
        assertPassed(check.examine(Listings.exits(0, Listings.EIGHT)));
    }

    @Test
    void takesAHungDriverForFatalOnlyWhenSeenThreeTimesInAMinute() throws Exception {
        Finding finding = only(check.examine(Listings.hung()));
        assertThat(finding.code()).isEqualTo("gpu.driver.hung");
        assertThat(finding.severity()).isEqualTo(Severity.DEGRADED);
        assertThat(finding.fault().remedy()).isEqualTo(Remedy.REBOOT_NODE);
        assertThat(finding.fault().confirmation())
                .contains(new Fault.Confirmation(3, Duration.ofSeconds(60)));
    }

    @Test
    void findsALibraryOfAnotherVersion() throws Exception {
        assertFound(
                check.examine(Listings.exits(18, Listings.MISMATCH)),
                "gpu.driver.mismatch",
                Severity.DEGRADED);
    }

    @Test
    void onlyMentionsThatThereIsNoDriverOrNoGpu() throws Exception {
        assertFound(
                check.examine(Listings.exits(9, Listings.NO_DRIVER)),
                "gpu.driver.not-loaded",
                Severity.INFO);
        assertFound(
                check.examine(Listings.exits(6, Listings.NO_DEVICES)),
                "gpu.driver.no-devices",
                Severity.INFO);
    }
}
