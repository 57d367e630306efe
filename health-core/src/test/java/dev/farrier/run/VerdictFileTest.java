package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Uptime;
import dev.farrier.verdict.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictFileTest {
    @TempDir private Path folder = Path.of("");
    private Path path = folder;
    private VerdictFile verdict = new VerdictFile(folder, Duration.ofMinutes(1));

    @BeforeEach
    void publish() throws IOException {
        path = folder.resolve("verdict");
        verdict = new VerdictFile(path, Duration.ofMinutes(1));
        verdict.publish(new Uptime("boot-1", 1_000.9), Health.HEALTHY, false, "-");
    }

    @Test
    void isDueAfterHalfAnInterval() {
        assertThat(verdict.isDue(new Uptime("boot-1", 1_029.9))).isFalse();
        assertThat(verdict.isDue(new Uptime("boot-1", 1_030))).isTrue();
    }

    @Test
    void isDueInAnotherBootAndWhenTheUptimeWentBack() {
        assertThat(verdict.isDue(new Uptime("boot-2", 1_001))).isTrue();
        assertThat(verdict.isDue(new Uptime("boot-1", 500))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "1 boot-1", "1 boot-1 x 9 HEALTHY 0 -", "2 boot-1 1030 1 A 0 -"})
    void isDueWhenTheLineIsOdd(String line) throws IOException {
        Files.writeString(path, line);

        assertThat(verdict.isDue(new Uptime("boot-1", 1_001))).isTrue();
    }

    @Test
    void isDueWhenThereIsNoFile() throws IOException {
        Files.delete(path);
        assertThat(verdict.isDue(new Uptime("boot-1", 1_001))).isTrue();

        Files.createDirectory(path);
        assertThat(verdict.isDue(new Uptime("boot-1", 1_001))).isTrue();
    }
}
