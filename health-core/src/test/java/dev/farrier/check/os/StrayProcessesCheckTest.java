package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.StrayProcesses;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrayProcessesCheckTest {
    private static StrayProcesses.Stray stray(long pid, long user, long age) {
        return new StrayProcesses.Stray(pid, "python3", user, age);
    }

    private static Examination examine(StrayProcesses.Stray... strays) {
        return new StrayProcessesCheck(Duration.ofMinutes(5))
                .examine(new StrayProcesses(List.of(strays)));
    }

    @Test
    void onlyWarnsOfWhatAJobLeftBehind() {
        Examination examination = examine(stray(7, 1001, 300), stray(8, 1001, 400));
        assertFound(examination, "process.left-behind", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("user 1001 has 2 processes and no job here: python3 (pid 7) and others");
    }

    @Test
    void saysItOnceForEachUser() {
        assertThat(codes(examine(stray(7, 1001, 300), stray(8, 1002, 400)))).hasSize(2);
    }

    @Test
    void passesWhatHasJustStarted() {
        assertPassed(examine(stray(7, 1001, 299)));
    }
}
