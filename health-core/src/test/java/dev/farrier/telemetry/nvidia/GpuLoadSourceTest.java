package dev.farrier.telemetry.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GpuLoadSourceTest {
    private static GpuLoad.Load load(String row) {
        return GpuLoadSource.parse(
                        "pci.bus_id, pstate, utilization.gpu [%], pcie.link.gen.max\n" + row + "\n")
                .byPciId()
                .getOrDefault("0000:3b:00.0", new GpuLoad.Load(Optional.empty(), -1));
    }

    @Test
    void tellsIdleGpusFromThoseAtWork() {
        GpuLoad load = GpuLoadSource.parse(new FieldCase("sysfs-pcie-01").text("smi.csv"));
        assertThat(load.byPciId())
                .containsEntry("0000:3b:00.0", new GpuLoad.Load(Optional.of(false), 5))
                .containsEntry("0000:af:00.0", new GpuLoad.Load(Optional.of(true), 4))
                .hasSize(4);
    }

    @Test
    void takesAGpuThatJustWokeUpForIdle() {
        assertThat(load("00000000:3B:00.0, P0, 3, 5").busy()).contains(false);
        assertThat(load("00000000:3B:00.0, P8, 60, 5").busy()).contains(false);
        assertThat(load("00000000:3B:00.0, P2, 60, 5").busy()).contains(true);
    }

    @Test
    void knowsNothingOfWhatTheDriverDoesNotSay() {
        assertThat(load("00000000:3B:00.0, [N/A], [N/A], [N/A]"))
                .isEqualTo(new GpuLoad.Load(Optional.empty(), 0));
        assertThat(load("00000000:3B:00.0, P0, [GPU is lost], x"))
                .isEqualTo(new GpuLoad.Load(Optional.empty(), 0));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> GpuLoadSource.parse(text));
    }
}
