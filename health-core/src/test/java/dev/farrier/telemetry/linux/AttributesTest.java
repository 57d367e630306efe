package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttributesTest {
    private static final List<String> PATHS = List.of("/sys/a/speed", "/sys/a/state");

    private final FakeCommandRunner commands = new FakeCommandRunner();
    private final Machine machine = new Machine(Path.of("/"), commands);

    private Map<String, String> read() throws IOException, InterruptedException {
        return Attributes.read(machine, PATHS, Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void givesTheFirstLineOfEach() throws Exception {
        commands.prints(
                Attributes.argv(machine, PATHS),
                "/sys/a/speed:100\n/sys/a/speed:200\n/sys/a/state:up\n");

        assertThat(read()).isEqualTo(Map.of("/sys/a/speed", "100", "/sys/a/state", "up"));
    }

    @Test
    void leavesOutWhatIsCut() throws Exception {
        commands.prints(Attributes.argv(machine, PATHS), "/sys/a/state:up\n/sys/a/speed:10");

        assertThat(read()).isEqualTo(Map.of("/sys/a/state", "up"));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNothingElseForAnAnswer(String text) throws Exception {
        commands.prints(Attributes.argv(machine, PATHS), text);

        assertThat(read()).isEmpty();
    }

    @Test
    void hasNoAnswerOfADriverThatIsSilent() {
        commands.ends(Attributes.argv(machine, PATHS), End.STUCK);

        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/sys/a/speed and more");
    }
}
