package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfinibandFirmwareSourceTest {
    @TempDir Path root;

    private Reading<FirmwareVersions> read() throws Exception {
        return new InfinibandFirmwareSource(new Machine(root, new ProcessRunner(root)))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void adapter(String name, String version) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/class/infiniband/" + name));
        Files.writeString(folder.resolve("fw_ver"), version + "\n");
        Files.writeString(folder.resolve("board_id"), "MT_0000000838\n");
    }

    @Test
    void readsVersionAndBoardOfEachAdapter() throws Exception {
        adapter("mlx5_1", "28.39.1002");
        adapter("mlx5_0", "28.40.1000");
        assertThat(read())
                .isEqualTo(
                        new Reading.Present<>(
                                new FirmwareVersions(
                                        List.of(
                                                new FirmwareVersions.Device(
                                                        "mlx5_0", "MT_0000000838", "28.40.1000"),
                                                new FirmwareVersions.Device(
                                                        "mlx5_1",
                                                        "MT_0000000838",
                                                        "28.39.1002")))));
    }

    @Test
    void hasFailedWhereAVersionCannotBeRead() throws Exception {
        adapter("mlx5_0", "");
        assertThat(read()).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void isNotSupportedWithoutAnAdapter() throws Exception {
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
    }
}
