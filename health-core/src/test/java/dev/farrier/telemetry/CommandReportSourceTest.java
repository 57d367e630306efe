package dev.farrier.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandReportSourceTest {
    private static final String DIGEST = "0123456789abcdef".repeat(4);

    @TempDir private Path folder = Path.of("");

    private static Reading<CommandReport> exits(int code, String stdout) {
        return CommandReportSource.understand(
                new CommandResult(
                        List.of("/opt/check"), CommandResult.End.EXITED, code, stdout, "note\n"),
                DIGEST);
    }

    private static Reading<CommandReport> report(
            CommandReport.Status status, String message, String figures) {
        return new Reading.Present<>(
                new CommandReport("/opt/check", status, message, figures, DIGEST));
    }

    @Test
    void splitsTheFirstLineIntoMessageAndFigures() {
        assertThat(exits(0, "OK - fine | load=0.1;5;10 n=3\nmore | x=1\n"))
                .isEqualTo(report(CommandReport.Status.OK, "OK - fine", "load=0.1;5;10 n=3"));
    }

    @Test
    void tellsWarningFromCritical() {
        assertThat(exits(1, "hot\n")).isEqualTo(report(CommandReport.Status.WARNING, "hot", ""));
        assertThat(exits(2, "hotter\n"))
                .isEqualTo(report(CommandReport.Status.CRITICAL, "hotter", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \n\n"})
    void believesNoCriticalWithoutAWord(String stdout) {
        assertThat(exits(2, stdout)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void believesAWarningWithoutAWord() {
        assertThat(exits(1, "")).isEqualTo(report(CommandReport.Status.WARNING, "", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 126, 127, 130, 137, 139, 255})
    void hasNoAnswerFromAnyOtherCode(int code) {
        assertThat(exits(code, "some words\n")).isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @EnumSource(value = CommandResult.End.class, mode = EnumSource.Mode.EXCLUDE, names = "EXITED")
    void hasNoAnswerFromACommandThatDidNotExit(CommandResult.End end) {
        CommandResult result = new CommandResult(List.of("/opt/check"), end, 0, "OK\n", "");
        assertThat(CommandReportSource.understand(result, DIGEST))
                .isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void keepsItsMessageShort(String stdout) {
        Reading<CommandReport> reading = exits(0, stdout);
        assertThat(((Reading.Present<CommandReport>) reading).value().message())
                .hasSizeLessThanOrEqualTo(501)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123", "nothing of use", "g"})
    void knowsNoDigestInWhatIsNone(String text) {
        assertThat(CommandReportSource.digestIn(text)).isEmpty();
        assertThat(CommandReportSource.digestIn(DIGEST + text + "  -\n"))
                .isEqualTo(text.equals("0123") ? "" : DIGEST);
    }

    private String digest(String... argv) throws IOException, InterruptedException {
        Machine machine = new Machine(Path.of("/"), new ProcessRunner(folder.resolve("scratch")));
        Reading<CommandReport> reading =
                new CommandReportSource(machine, List.of(argv))
                        .read(Deadline.in(Duration.ofSeconds(60)));
        return ((Reading.Present<CommandReport>) reading).value().digest();
    }

    @Test
    void seesAChangeOfTheProgramAndOfAScriptUnderAnInterpreter()
            throws IOException, InterruptedException {
        Path script = folder.resolve("a b.sh");
        Files.writeString(script, "echo fine\n");
        String before = digest("sh", script.toString(), "/no/such/file", "-x");

        assertThat(before).hasSize(64).isEqualTo(digest("/bin/sh", script.toString(), "-y"));
        assertThat(digest("sh", "-c", "echo fine")).hasSize(64).isNotEqualTo(before);

        Files.writeString(script, "echo well\n");
        assertThat(digest("sh", script.toString())).hasSize(64).isNotEqualTo(before);
    }

    @Test
    void readsNoFolderAndNoDeviceForTheDigest() throws IOException, InterruptedException {
        assertThat(digest("/bin/echo", "/", "/dev/zero"))
                .hasSize(64)
                .isEqualTo(digest("/bin/echo"));
    }
}
