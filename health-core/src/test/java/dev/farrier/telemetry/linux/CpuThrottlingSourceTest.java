package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.Uptime;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sockets with two cores of one thread each. */
class CpuThrottlingSourceTest {
    @TempDir Path root;

    private final CounterBook counters = new CounterBook();

    @BeforeEach
    void twoSockets() throws IOException {
        write("online", "0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            write("cpu" + cpu + "/topology/thread_siblings_list", "" + cpu);
            write("cpu" + cpu + "/topology/core_siblings_list", cpu < 2 ? "0-1" : "2-3");
            write("cpu" + cpu + "/topology/physical_package_id", "" + cpu / 2);
            throttled(cpu, 100, 1000);
        }
    }

    private void throttled(int cpu, int coreMillis, int packageMillis) throws IOException {
        String folder = "cpu" + cpu + "/thermal_throttle/";
        write(folder + "core_throttle_total_time_ms", "" + coreMillis);
        write(folder + "package_throttle_total_time_ms", "" + packageMillis);
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve("sys/devices/system/cpu").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private Reading<CpuThrottling> read() throws IOException {
        return new CpuThrottlingSource(new Machine(root, new FakeCommandRunner(), counters))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void tellsOfEachSocketAndItsHottestCore() throws IOException {
        counters.open(new Uptime("boot", 1000), Map.of());
        read();
        counters.open(new Uptime("boot", 1060), counters.marks());
        throttled(2, 200, 1500);
        throttled(3, 900, 1500);
        CpuThrottling seen = ((Reading.Present<CpuThrottling>) read()).value();
        assertThat(seen.processors()).hasSize(2);
        assertThat(seen.processors().get(0).packageMillis().orElseThrow().by()).isZero();
        CpuThrottling.Processor hot = seen.processors().get(1);
        assertThat(hot.id()).isEqualTo(1);
        assertThat(hot.packageMillis().orElseThrow().by()).isEqualTo(500);
        assertThat(hot.hottestCore()).isEqualTo(3);
        assertThat(hot.coreMillis().orElseThrow().by()).isEqualTo(800);
    }

    @Test
    void isNotSupportedWhereTheKernelDoesNotTell() throws IOException {
        Files.delete(
                root.resolve(
                        "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_total_time_ms"));
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void guessesNothing() throws IOException {
        write("cpu1/thermal_throttle/core_throttle_total_time_ms", "hot");
        assertThatIllegalArgumentException().isThrownBy(this::read);
    }
}
