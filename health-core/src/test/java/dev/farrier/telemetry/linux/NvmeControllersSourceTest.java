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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmeControllersSourceTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));

    @TempDir Path root;

    private NvmeControllersSource source() {
        return new NvmeControllersSource(new Machine(root, new FakeCommandRunner()));
    }

    private void drive(String state) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/class/nvme/nvme0"));
        Files.writeString(folder.resolve("state"), state + "\n");
        Files.writeString(folder.resolve("transport"), "pcie\n");
        Files.writeString(folder.resolve("model"), "Some Drive              \n");
        Files.writeString(folder.resolve("serial"), "S123       \n");
        Files.writeString(folder.resolve("firmware_rev"), "1.2.3\n");
    }

    @Test
    void readsDrivesAndTheirFirmware() throws IOException {
        drive("deleting (no IO)");
        assertThat(source().read(SOON))
                .isEqualTo(
                        new Reading.Present<>(
                                new NvmeControllers(
                                        List.of(
                                                new NvmeControllers.Controller(
                                                        "nvme0",
                                                        "deleting (no IO)",
                                                        "pcie",
                                                        "Some Drive",
                                                        "S123",
                                                        "1.2.3")))));
        assertThat(new NvmeFirmwareSource(source()).read(SOON))
                .isEqualTo(
                        new Reading.Present<>(
                                new FirmwareVersions(
                                        List.of(
                                                new FirmwareVersions.Device(
                                                        "nvme0", "Some Drive", "1.2.3")))));
    }

    @Test
    void countsNoDrivesAsAFactOnlyWhenSomeAreExpected() throws IOException {
        assertThat(source().read(SOON)).isInstanceOf(Reading.Unsupported.class);
        NvmeControllersSource expecting = source();
        expecting.expectDrives();
        assertThat(expecting.read(SOON))
                .isEqualTo(new Reading.Present<>(new NvmeControllers(List.of())));
    }

    @Test
    void guessesNoState() throws IOException {
        drive("sleepy");
        assertThatIllegalArgumentException().isThrownBy(() -> source().read(SOON));
    }
}
