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

class MemoryUseSourceTest {
    private static final String CAPTURED = FieldCase.resource("linux/meminfo.txt");
    private static final MemoryUse USE = new MemoryUse(24_683_652L << 10, 23_694_984L << 10, 0, 0);

    @Test
    void readsWhatTheKernelSays(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("proc"));
        Files.writeString(root.resolve("proc/meminfo"), CAPTURED);
        MemoryUseSource source = new MemoryUseSource(new Machine(root, new FakeCommandRunner()));
        assertThat(source.read(Deadline.in(Duration.ofMinutes(1))))
                .isEqualTo(new Reading.Present<>(USE));
    }

    @Test
    void findsAllOrNothingInEveryCutFile() {
        int last = CAPTURED.indexOf('\n', CAPTURED.indexOf("SwapFree:")) + 1;
        for (int i = 0; i < last; i++) {
            String cut = CAPTURED.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> MemoryUseSource.parse(cut));
        }
        assertThat(MemoryUseSource.parse(CAPTURED.substring(0, last))).isEqualTo(USE);
    }

    @Test
    void countsNoNegativeUseOfSwap() {
        assertThat(new MemoryUse(100, 50, 10, 12).swapUsedBytes()).isZero();
        assertThat(new MemoryUse(100, 50, 0, 0).swapUsedPercent()).isZero();
        assertThat(new MemoryUse(100, 50, 10, 5).swapUsedPercent()).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MemTotal:       0 kB\n", "MemTotal: many kB\n", "MemTotal: 1 MB\n"})
    void refusesAnOddTotal(String line) {
        String odd = line + CAPTURED.substring(CAPTURED.indexOf('\n') + 1);
        assertThatIllegalArgumentException().isThrownBy(() -> MemoryUseSource.parse(odd));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoMeminfo(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MemoryUseSource.parse(text));
    }
}
