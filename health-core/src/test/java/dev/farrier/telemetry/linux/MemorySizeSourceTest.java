package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

class MemorySizeSourceTest {
    private static final String CAPTURED = FieldCase.resource("linux/meminfo.txt");
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));

    @TempDir Path root;

    private MemorySizeSource source(String meminfo) throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), meminfo);
        return new MemorySizeSource(new Machine(root, new FakeCommandRunner()));
    }

    @Test
    void readsTheKernelsTotal() throws IOException {
        assertThat(source(CAPTURED).read(SOON))
                .isEqualTo(new Reading.Present<>(new MemorySize(24_683_652L * 1024)));
    }

    @Test
    void refusesAFileWithoutEnd() throws IOException {
        MemorySizeSource source = source("x".repeat(100_000));
        assertThatThrownBy(() -> source.read(SOON)).isInstanceOf(IOException.class);
    }

    @Test
    void findsTheWholeTotalOrNothingInEveryCutFile() {
        int line = CAPTURED.indexOf('\n') + 1;
        for (int i = 0; i < line; i++) {
            String cut = CAPTURED.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> MemorySizeSource.parse(cut));
        }
        for (int i = line; i < CAPTURED.length(); i++) {
            assertThat(MemorySizeSource.parse(CAPTURED.substring(0, i)).bytes())
                    .isEqualTo(24_683_652L * 1024);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MemTotal: kB\n",
                "MemTotal: 5 MB\n",
                "MemTotal: 5\n",
                "MemTotal: -5 kB\n",
                "MemTotal: 0 kB\n",
                "MemTotal: 1e9 kB\n",
                "MemTotal: 9223372036854775807 kB\n",
                "MemTotal: 99999999999999999999 kB\n"
            })
    void refusesAnOddTotal(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MemorySizeSource.parse(text));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoMeminfo(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MemorySizeSource.parse(text));
    }
}
