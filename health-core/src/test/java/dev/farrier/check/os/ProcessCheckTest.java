package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.RunningProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessCheckTest {
    private final ProcessCheck check = new ProcessCheck();

    @Test
    void passesWhereTheProcessRuns() {
        assertPassed(check.examine(new RunningProcesses("munged", List.of(12L, 13L))));
    }

    @Test
    void findsThatItDoesNot() {
        assertFound(
                check.examine(new RunningProcesses("munged", List.of())),
                "process.missing",
                Severity.DEGRADED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/usr/sbin/munged"})
    void takesNoNameThatNoProcessHas(String name) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        Settings settings = new Settings(Map.of("name", name));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProcessCheck.KIND.maker().make(settings, sources));
    }
}
