package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadAverageSourceTest {
    private static final String CAPTURED = FieldCase.resource("linux/loadavg.txt");

    @Test
    void readsTheThreeSpansAndTheCpus(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/loadavg"), CAPTURED);
        Path online = root.resolve("sys/devices/system/cpu/online");
        Files.createDirectories(online.getParent());
        Files.writeString(online, "0-1\n");
        LoadAverageSource source =
                new LoadAverageSource(new Machine(root, new FakeCommandRunner()));
        assertThat(source.read(Deadline.in(Duration.ofMinutes(1))))
                .isEqualTo(new Reading.Present<>(new LoadAverage(0.76, 0.62, 0.34, 2)));
    }

    @Test
    void refusesEveryCutLine() {
        for (int i = 0; i < CAPTURED.length(); i++) {
            String cut = CAPTURED.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> LoadAverageSource.parse(cut, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 1 1 1/1 1\n", "-1 1 1 1/1 1\n", "1e9 1 1 1/1 1\n", ". 1 1 1/1 1\n"})
    void refusesAnOddLoad(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LoadAverageSource.parse(text, 1));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoLoad(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> LoadAverageSource.parse(text, 1));
    }
}
