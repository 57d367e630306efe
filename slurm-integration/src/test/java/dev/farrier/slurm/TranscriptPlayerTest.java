package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptPlayerTest {
    private static final Command SHOW = scontrol("show node node03 --json");

    private static Command scontrol(String arguments) {
        return Command.of(("/usr/bin/scontrol " + arguments).split(" "));
    }

    private static Deadline in(int seconds) {
        return Deadline.in(Duration.ofSeconds(seconds));
    }

    @Test
    void playsWhatWasRecorded() {
        CommandResult result =
                new TranscriptPlayer("24.11").then("show-node-json-idle-drain").run(SHOW, in(9));

        assertThat(result.succeeded()).isTrue();
        assertThat(result.stdout())
                .startsWith("{\n")
                .endsWith("}\n")
                .contains("nhc: gpu 3 ecc error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show node node01 --json",
                "show node -o node03",
                "show node node03",
                "update NodeName=node03 State=UNDRAIN",
                "update NodeName=node03 State=RESUME"
            })
    void failsTheTestOnACommandWithoutARecording(String arguments) {
        TranscriptPlayer player = new TranscriptPlayer("24.11").then("show-node-json-idle-drain");

        assertThatThrownBy(() -> player.run(scontrol(arguments), in(9)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(arguments.replace(" ", ", "));
    }

    @Test
    void failsTheTestWhenAllIsPlayed() {
        TranscriptPlayer player = new TranscriptPlayer("24.11").then("show-node-json-idle-drain");
        player.run(SHOW, in(9));

        assertThatThrownBy(() -> player.run(SHOW, in(9))).isInstanceOf(AssertionError.class);
    }

    @Test
    void killsWhatTookLongerThanTheDeadline() {
        TranscriptPlayer player = new TranscriptPlayer("24.11").then("ctld-hung-show-node");

        assertThat(player.run(scontrol("show node -o node01"), in(5)).end())
                .isEqualTo(End.TIMED_OUT);
    }
}
