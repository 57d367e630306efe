package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MungeSourceTest {
    private static final List<String> ARGV = List.of("munge", "-n");
    private final FakeCommandRunner commands = new FakeCommandRunner();

    private Reading<MungeAnswer> read(Duration time) throws Exception {
        return new MungeSource(new Machine(Path.of("/"), commands), "munge")
                .read(Deadline.in(time));
    }

    private Reading<MungeAnswer> read() throws Exception {
        return read(Duration.ofMinutes(1));
    }

    private static boolean works(Reading<MungeAnswer> reading) {
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<MungeAnswer>) reading).value().works();
    }

    @Test
    void knowsACredential() throws Exception {
        commands.prints(ARGV, "MUNGE:AwQFAAAfE3X0vS8GxYIn:\n");
        assertThat(works(read())).isTrue();
    }

    @Test
    void takesMungesOwnErrorForAFact() throws Exception {
        String error =
                "munge: Error: Failed to access \"/run/munge/munge.socket.2\": No such file or"
                        + " directory\n";
        commands.exits(ARGV, 6, "", error);
        assertThat(works(read())).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMED_OUT", "STUCK"})
    void takesSilenceForAFactUnlessOthersUsedUpTheTime(CommandResult.End end) throws Exception {
        commands.ends(ARGV, end);
        assertThat(works(read())).isFalse();
        assertThat(read(Duration.ofMillis(1))).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void saysNothingWhereThereIsNoMunge() throws Exception {
        commands.ends(ARGV, CommandResult.End.NOT_FOUND);
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void hasFailedWhenSomethingElseEnds() throws Exception {
        commands.exits(ARGV, 127, "", "munge: error while loading shared libraries: x\n");
        assertThat(read()).isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNothingElseForACredential(String text) throws Exception {
        commands.prints(ARGV, text);
        assertThat(read()).isInstanceOf(Reading.Failed.class);
    }
}
