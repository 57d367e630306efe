package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.FirmwareVersions;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirmwareCheckTest {
    private static final FirmwareVersions ADAPTERS =
            new FirmwareVersions(
                    List.of(
                            new FirmwareVersions.Device("mlx5_0", "MT_838", "28.40.1000"),
                            new FirmwareVersions.Device("mlx5_1", "MT_838", "28.39.1002"),
                            new FirmwareVersions.Device("mlx5_2", "MT_838", "28.39.1002"),
                            new FirmwareVersions.Device("mlx5_3", "MT_359", "22.1")));

    @Test
    void passesAnyVersionThatMayRun() {
        assertPassed(
                new FirmwareCheck(List.of("28.40.1000", "28.39.1002"), "MT_838").examine(ADAPTERS));
    }

    @Test
    void namesTheDevicesOfOneOtherVersionTogether() {
        Examination examination =
                new FirmwareCheck(List.of("28.40.1000"), "MT_838").examine(ADAPTERS);
        assertFound(examination, "firmware.unexpected", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("mlx5_1,mlx5_2: firmware 28.39.1002, not 28.40.1000");
    }
}
