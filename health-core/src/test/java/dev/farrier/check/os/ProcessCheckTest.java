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
import dev.farrier.telemetry.linux.RunningProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProcessCheckTest {
    private static final ProcessCheck RUNS = new ProcessCheck(1, Integer.MAX_VALUE);
    private static final ProcessCheck FORBIDDEN = new ProcessCheck(0, 0);

    private static RunningProcesses munged(Long... pids) {
        return new RunningProcesses("munged", List.of(pids), 0);
    }

    @Test
    void passesWhereTheProcessRuns() {
        assertPassed(RUNS.examine(munged(12L, 13L)));
    }

    @Test
    void findsThatItDoesNot() {
        assertFound(RUNS.examine(munged()), "process.missing", Severity.DEGRADED);
    }

    @Test
    void onlyWarnsOfAProcessThatMustNotRunSinceAnyUserCanStartIt() {
        assertPassed(FORBIDDEN.examine(munged()));
        Examination examination = FORBIDDEN.examine(munged(7L));
        assertFound(examination, "process.too-many", Severity.WARNING);
        assertThat(only(examination).message()).isEqualTo("1 process munged runs");
        assertThat(examination.limit()).isEqualTo("at most 0");
    }

    @Test
    void findsTooFewAndTooMany() {
        ProcessCheck two = new ProcessCheck(2, 2);
        assertPassed(two.examine(munged(1L, 2L)));
        assertFound(two.examine(munged(1L)), "process.missing", Severity.DEGRADED);
        assertFound(two.examine(munged(1L, 2L, 3L)), "process.too-many", Severity.WARNING);
    }

    @Test
    void cannotTellWhileABlockedProcessMayBeTheOne() {
        assertThat(RUNS.examine(new RunningProcesses("x", List.of(), 1)).undetermined())
                .isPresent();
        assertPassed(RUNS.examine(new RunningProcesses("x", List.of(1L), 1)));
        assertPassed(FORBIDDEN.examine(new RunningProcesses("x", List.of(), 1)));
    }

    private static Stream<Map<String, Object>> senseless() {
        return Stream.of(
                Map.of(),
                Map.of("name", ""),
                Map.of("name", " "),
                Map.of("name", "/usr/sbin/munged"),
                Map.of("name", "munged", "commandLine", " "),
                Map.of("name", "munged", "minimum", 2, "maximum", 1));
    }

    @ParameterizedTest
    @MethodSource("senseless")
    void refusesSettingsThatMeanNoProcess(Map<String, Object> settings) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProcessCheck.KIND.maker().make(new Settings(settings), sources));
    }
}
