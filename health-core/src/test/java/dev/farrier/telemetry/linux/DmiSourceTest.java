package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DmiSourceTest {
    @TempDir Path root;

    private Reading<DmiAttributes> read(String... names) throws IOException {
        return new DmiSource(new Machine(root, new FakeCommandRunner()), List.of(names))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void attribute(String name, String text) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/class/dmi/id"));
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void readsWhatIsAskedForAndTold() throws IOException {
        attribute("bios_version", "2.5.0 \n");
        attribute("product_name", "Some Server\n");
        assertThat(read("bios_version", "board_version"))
                .isEqualTo(
                        new Reading.Present<>(new DmiAttributes(Map.of("bios_version", "2.5.0"))));
    }

    @Test
    void refusesWhatIsNoLine() throws IOException {
        attribute("bios_version", "2.5\0\u0001\n");
        assertThatIllegalArgumentException().isThrownBy(() -> read("bios_version"));
    }

    @Test
    void isNotSupportedWithoutDmi() throws IOException {
        assertThat(read("bios_version")).isInstanceOf(Reading.Unsupported.class);
    }
}
