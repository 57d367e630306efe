package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.ProcessLimits;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessLimitsCheckTest {
    private static final String MEMLOCK = "Max locked memory";
    private static final long UNLIMITED = Long.MAX_VALUE;

    private static Examination examine(long least, boolean hard) {
        ProcessLimits limits =
                new ProcessLimits(
                        "slurmd",
                        40,
                        Map.of(MEMLOCK, new ProcessLimits.Limit(8_388_608, UNLIMITED)));
        return new ProcessLimitsCheck(Map.of(MEMLOCK, least), hard).examine(limits);
    }

    @Test
    void findsThatJobsCannotLockTheMemoryThatInfiniBandNeeds() {
        Examination examination = examine(UNLIMITED, false);
        assertFound(examination, "limits.low", Severity.DEGRADED);
        assertThat(only(examination).message())
                .isEqualTo("slurmd (pid 40): Max locked memory is 8388608, unlimited expected");
    }

    @Test
    void judgesTheSoftLimitUnlessTheHardOneIsWanted() {
        assertPassed(examine(8_388_608, false));
        assertPassed(examine(UNLIMITED, true));
    }

    @Test
    void cannotTellALimitThatTheKernelDoesNotHave() {
        assertThat(
                        new ProcessLimitsCheck(Map.of(MEMLOCK, 1L), false)
                                .examine(new ProcessLimits("slurmd", 40, Map.of()))
                                .undetermined())
                .isPresent();
    }

    @Test
    void asksForAtLeastOneLimit() {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProcessLimitsCheck.KIND.maker().make(Settings.EMPTY, sources));
    }
}
