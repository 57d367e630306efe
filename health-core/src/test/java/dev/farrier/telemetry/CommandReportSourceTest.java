package dev.farrier.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.exec.CommandResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandReportSourceTest {
    private static Reading<CommandReport> exits(int code, String stdout) {
        return CommandReportSource.understand(
                new CommandResult(
                        List.of("/opt/check"), CommandResult.End.EXITED, code, stdout, "note\n"));
    }

    private static Reading<CommandReport> report(
            CommandReport.Status status, String message, String figures) {
        return new Reading.Present<>(new CommandReport("/opt/check", status, message, figures));
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
        assertThat(CommandReportSource.understand(result)).isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void keepsItsMessageShort(String stdout) {
        Reading<CommandReport> reading = exits(0, stdout);
        assertThat(((Reading.Present<CommandReport>) reading).value().message())
                .hasSizeLessThanOrEqualTo(501)
                .doesNotContain("\n");
    }
}
