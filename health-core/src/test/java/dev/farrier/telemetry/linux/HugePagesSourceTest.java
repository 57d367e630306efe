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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugePagesSourceTest {
    @TempDir Path root;

    private Reading<HugePages> read(long size, Optional<Integer> numaNode) throws IOException {
        Machine machine = new Machine(root, new FakeCommandRunner());
        return new HugePagesSource(machine, size, numaNode)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void pool(String folder, String all, String surplus, String free) throws IOException {
        Path pool = Files.createDirectories(root.resolve(folder));
        Files.writeString(pool.resolve("nr_hugepages"), all);
        Files.writeString(pool.resolve("surplus_hugepages"), surplus);
        Files.writeString(pool.resolve("free_hugepages"), free);
    }

    @Test
    void readsThePoolOfTheNode() throws IOException {
        pool("sys/kernel/mm/hugepages/hugepages-2048kB", "1024\n", "0\n", "1000\n");
        assertThat(read(2 << 20, Optional.empty()))
                .isEqualTo(new Reading.Present<>(new HugePages("2 MiB pages", true, 1024, 1000)));
    }

    @Test
    void readsThePoolOfANumaNode() throws IOException {
        pool("sys/devices/system/node/node1/hugepages/hugepages-1048576kB", "8\n", "0\n", "8\n");
        assertThat(read(1 << 30, Optional.of(1)))
                .isEqualTo(
                        new Reading.Present<>(
                                new HugePages("1 GiB pages of NUMA node 1", true, 8, 8)));
    }

    @Test
    void leavesOutWhatTheKernelTookForAProgram() throws IOException {
        pool("sys/kernel/mm/hugepages/hugepages-64kB", "12\n", "4\n", "0\n");
        assertThat(read(64 << 10, Optional.empty()))
                .isEqualTo(new Reading.Present<>(new HugePages("64 KiB pages", true, 8, 0)));
    }

    @Test
    void tellsASizeThatTheKernelDoesNotOfferFromAKernelWithoutHugePages() throws IOException {
        assertThat(read(1 << 30, Optional.empty())).isInstanceOf(Reading.Failed.class);
        Files.createDirectories(root.resolve("sys/kernel/mm/hugepages"));
        assertThat(read(1 << 30, Optional.empty()))
                .isEqualTo(new Reading.Present<>(new HugePages("1 GiB pages", false, 0, 0)));
    }

    @Test
    void guessesNoNumber() throws IOException {
        pool("sys/kernel/mm/hugepages/hugepages-2048kB", "many\n", "0\n", "0\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(2 << 20, Optional.empty()))
                .withMessageContaining("nr_hugepages has no number");
    }
}
