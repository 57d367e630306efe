package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SlurmFailureTest {
    private static final FieldCase FIELD = new FieldCase("slurm-sinfo-04");

    static Stream<Arguments> failures() {
        return FIELD.list("cases.json").stream()
                .map(Map.class::cast)
                .map(
                        answer ->
                                Arguments.of(
                                        result(answer),
                                        FieldCase.member(
                                                FieldCase.member(
                                                        FIELD.expect(),
                                                        (String) FieldCase.member(answer, "id")),
                                                "class")));
    }

    private static CommandResult result(Map<?, ?> answer) {
        boolean timedOut = Boolean.TRUE.equals(answer.get("timed_out"));
        return new CommandResult(
                List.of("/usr/bin/sinfo"),
                timedOut ? End.TIMED_OUT : End.EXITED,
                timedOut ? 0 : ((Long) FieldCase.member(answer, "rc")).intValue(),
                (String) FieldCase.member(answer, "stdout"),
                (String) FieldCase.member(answer, "stderr"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "slurm_load_node: Slurm backup controller in standby mode; controller-unreachable",
                "unable to status file /etc/slurm/slurm.conf: No such file; config-missing"
            })
    void knowsWhatElseItSays(String stderr, String expected) {
        CommandResult result =
                new CommandResult(List.of("/usr/bin/sinfo"), End.EXITED, 1, "", stderr);

        assertThat(SlurmFailure.classify(result).map(Cause::word)).contains(expected);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("failures")
    void tellsWhyThereIsNoAnswer(CommandResult result, String expected) {
        Optional<Cause> cause = SlurmFailure.classify(result);

        if (expected.equals("no-such-node")) { // Slurm answered: it knows no such node
            assertThat(cause).isEmpty();
            assertThat(SinfoTable.parse(result.stdout(), "").rows()).isEmpty();
        } else {
            assertThat(cause.map(Cause::word)).contains(expected);
            assertThat(SlurmFailure.of(result).kind().word()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ctld-down-show-node-node01, CONTROLLER_UNREACHABLE",
        "ctld-down-update-drain, CONTROLLER_UNREACHABLE",
        "ctld-hung-show-node, CONTROLLER_SLOW",
        "ctld-hung-update-drain, CONTROLLER_SLOW",
        "no-slurm-conf, CONFIG_MISSING",
        "munge-down, AUTH_OR_CLOCK",
        "user-drain, OTHER"
    })
    void knowsTheFailuresOfAllVersions(String name, Cause cause) {
        for (String version : Transcript.VERSIONS) {
            assertThat(SlurmFailure.classify(Transcript.of(version, name).result()))
                    .contains(cause);
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void tellsHowACommandEndedFromWhatItPrinted(End end) {
        CommandResult result = new CommandResult(List.of("/usr/bin/scontrol"), end, 0, "", "");

        Optional<Cause> expected =
                switch (end) {
                    case EXITED -> Optional.empty();
                    case NOT_FOUND -> Optional.of(Cause.COMMAND_MISSING);
                    case TIMED_OUT, STUCK -> Optional.of(Cause.CONTROLLER_SLOW);
                    case TOO_MUCH_OUTPUT -> Optional.of(Cause.OTHER);
                };
        assertThat(SlurmFailure.classify(result)).isEqualTo(expected);
    }

    @Test
    void isNotMisledByWarningsOfACommandThatEndedWell() {
        CommandResult result =
                new CommandResult(
                        List.of("/usr/bin/scontrol"),
                        End.EXITED,
                        0,
                        "x",
                        "scontrol: error: Unable to contact slurm controller");

        assertThat(SlurmFailure.classify(result)).isEmpty();
    }

    @Test
    void answersEnormousAndBinaryErrors() {
        for (String text : List.of("\u0000".repeat(3_000_000), "x".repeat(3_000_000))) {
            CommandResult result =
                    new CommandResult(List.of("/usr/bin/scontrol"), End.EXITED, 1, "", text);
            assertThat(SlurmFailure.classify(result)).contains(Cause.OTHER);
        }
    }
}
