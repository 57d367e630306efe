package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.exec.FakeCommandRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PauseFilesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Path SHARED = Path.of("/shared/pause.json");
    private static final List<String> CAT = List.of("cat", SHARED.toString());

    @TempDir private Path folder = Path.of("");

    private final FakeCommandRunner commands = new FakeCommandRunner();
    private Path own = Path.of("");

    @BeforeEach
    void nobodyPausedAnything() {
        own = folder.resolve("pause.json");
        commands.prints(CAT, "{\"schema\":1,\"until\":\"2026-11-30T08:00:00Z\"}");
    }

    private PauseFiles.Current current() throws InterruptedException {
        return new PauseFiles(own, Optional.of(SHARED), folder.resolve("paused"), commands)
                .current(NOW, Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void pausesNothingWhereNobodyAskedForIt() throws Exception {
        assertThat(current().pauses()).isEmpty();
        assertThat(current().problems()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesAFileThatItCannotReadForAStop(String text) throws IOException, InterruptedException {
        Files.writeString(own, text, StandardCharsets.UTF_8);
        assertThat(current().pauses()).singleElement().asString().contains("cannot be understood");

        Files.delete(own);
        commands.prints(CAT, text);
        assertThat(current().pauses()).singleElement().asString().contains("cannot be understood");
    }

    @Test
    void takesASharedFileWithoutEndForAStop() throws Exception {
        commands.ends(CAT, End.TOO_MUCH_OUTPUT);

        assertThat(current().pauses()).hasSize(1);
    }

    @Test
    void reportsASharedFileThatDoesNotAnswerAndPausesNothing() throws Exception {
        commands.ends(CAT, End.STUCK);

        assertThat(current().pauses()).isEmpty();
        assertThat(current().problems()).singleElement().asString().startsWith("pause file: ");
    }
}
