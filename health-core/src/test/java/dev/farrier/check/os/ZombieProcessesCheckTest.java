package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;

import dev.farrier.Severity;
import dev.farrier.telemetry.linux.ZombieProcesses;
import org.junit.jupiter.api.Test;

class ZombieProcessesCheckTest {
    private final ZombieProcessesCheck check = new ZombieProcessesCheck(10);

    @Test
    void onlyWarnsOfManySinceAJobCanLeaveThem() {
        assertPassed(check.examine(new ZombieProcesses(10, "sh of parent 1")));
        assertFound(
                check.examine(new ZombieProcesses(11, "sh of parent 1")),
                "process.zombies",
                Severity.WARNING);
    }
}
