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
import dev.farrier.telemetry.CommandReport;
import dev.farrier.telemetry.Machine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandCheckTest {
    private final CommandCheck check = new CommandCheck();

    private static CommandReport report(CommandReport.Status status, String message) {
        return new CommandReport("/opt/check", status, message, "t=81", "");
    }

    @Test
    void passesWhatIsOk() {
        Examination examination = check.examine(report(CommandReport.Status.OK, "fine"));
        assertPassed(examination);
        assertThat(examination.value()).isEqualTo("t=81");
    }

    @Test
    void warnsOfAWarning() {
        Examination examination = check.examine(report(CommandReport.Status.WARNING, "hot"));
        assertFound(examination, "command.failed", Severity.WARNING);
        assertThat(only(examination).message()).isEqualTo("hot");
    }

    @Test
    void takesACriticalForAFaultThatDoesNotDrain() {
        assertFound(
                check.examine(report(CommandReport.Status.CRITICAL, "hotter")),
                "command.failed",
                Severity.DEGRADED);
    }

    @Test
    void saysItselfWhatAWordlessCommandMeans() {
        assertThat(only(check.examine(report(CommandReport.Status.WARNING, ""))).message())
                .isEqualTo("/opt/check reports a warning");
    }

    @Test
    void needsAProgram() {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        Settings settings = new Settings(Map.of("command", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandCheck.KIND.maker().make(settings, sources));
    }
}
