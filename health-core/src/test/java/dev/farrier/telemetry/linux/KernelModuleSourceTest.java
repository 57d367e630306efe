package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelModuleSourceTest {
    @TempDir Path root;

    private Reading<KernelModule> read(String name) throws IOException {
        Machine machine = new Machine(root, new FakeCommandRunner());
        return new KernelModuleSource(machine, name, List.of("NVreg_EnableMSI", "other"))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve("sys/module/" + path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void readsStateVersionAndTheParametersThatWereAskedFor() throws IOException {
        file("nvidia/initstate", "live\n");
        file("nvidia/version", "570.124.06\n");
        file("nvidia/parameters/NVreg_EnableMSI", "1\n");
        file("nvidia/parameters/NVreg_More", "1\n");
        assertThat(read("nvidia"))
                .isEqualTo(
                        new Reading.Present<>(
                                new KernelModule(
                                        "nvidia",
                                        "live",
                                        Optional.of("570.124.06"),
                                        Map.of("NVreg_EnableMSI", "1"))));
    }

    @Test
    void takesAModuleThatIsBuiltInForLoaded() throws IOException {
        file("ipmi_si/parameters/other", "N\n");
        Reading<KernelModule> reading = read("ipmi_si");
        KernelModule module = ((Reading.Present<KernelModule>) reading).value();
        assertThat(module.isLoaded()).isTrue();
        assertThat(module.version()).isEmpty();
    }

    @Test
    void seesThatAModuleIsNotThere() throws IOException {
        file("nvidia/initstate", "live\n");
        Reading<KernelModule> reading = read("lustre");
        assertThat(((Reading.Present<KernelModule>) reading).value().isLoaded()).isFalse();
    }

    @Test
    void hasFailedWhereNoModulesCanBeSeen() throws IOException {
        assertThat(read("nvidia")).isInstanceOf(Reading.Failed.class);
    }
}
