package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.BlockedProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedProcessesCheckTest {
    private static Examination examine(int maximum, double... seconds) {
        List<BlockedProcesses.Blocked> blocked = new ArrayList<>();
        for (double since : seconds) {
            blocked.add(new BlockedProcesses.Blocked(40 + blocked.size(), "ls", since));
        }
        return new BlockedProcessesCheck(maximum, Duration.ofMinutes(5))
                .examine(new BlockedProcesses(blocked));
    }

    @Test
    void passesWhatWaitsForAMoment() {
        assertPassed(examine(0));
        assertPassed(examine(0, 0, 60, 299));
    }

    @Test
    void onlyWarnsOfWhatWaitsLongSinceAJobCanCauseIt() {
        Examination examination = examine(0, 10, 300, 420);
        assertFound(examination, "process.blocked", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("2 processes in state D, ls (pid 42) for 420 s");
    }

    @Test
    void toleratesAsManyAsItIsTold() {
        assertPassed(examine(2, 300, 420));
        assertFound(examine(1, 300, 420), "process.blocked", Severity.WARNING);
    }
}
