package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sockets with two cores of two threads each: CPU n and n + 4 are one core. */
class CpuTopologySourceTest {
    @TempDir Path root;

    private Path cpus;

    @BeforeEach
    void twoSockets() throws IOException {
        cpus = root.resolve("sys/devices/system/cpu");
        write("online", "0-7");
        write("present", "0-7");
        write("smt/control", "on");
        for (int cpu = 0; cpu < 8; cpu++) {
            int core = cpu % 4;
            write("cpu" + cpu + "/topology/core_cpus_list", core + "," + (core + 4));
            String socket = core < 2 ? "0-1,4-5" : "2-3,6-7";
            write("cpu" + cpu + "/topology/package_cpus_list", socket);
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = cpus.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private CpuTopology read() throws IOException {
        CpuTopologySource source =
                new CpuTopologySource(new Machine(root, new FakeCommandRunner()));
        Reading<CpuTopology> reading = source.read(Deadline.in(Duration.ofMinutes(1)));
        return ((Reading.Present<CpuTopology>) reading).value();
    }

    @Test
    void countsSocketsCoresAndThreads() throws IOException {
        assertThat(read()).isEqualTo(new CpuTopology(2, 4, 8, CpuSet.NONE, CpuTopology.Smt.ON));
    }

    @Test
    void readsTheNamesOfOlderKernels() throws IOException {
        for (int cpu = 0; cpu < 8; cpu++) {
            Path topology = cpus.resolve("cpu" + cpu + "/topology");
            Files.move(
                    topology.resolve("core_cpus_list"), topology.resolve("thread_siblings_list"));
            Files.move(
                    topology.resolve("package_cpus_list"), topology.resolve("core_siblings_list"));
        }
        assertThat(read().cores()).isEqualTo(4);
        assertThat(read().sockets()).isEqualTo(2);
    }

    @Test
    void namesTheCpusThatAreOfflineAndOnlyThoseThatAreThere() throws IOException {
        write("online", "0-2,4-6");
        write("offline", "3,7-127"); // with those that could be plugged in
        for (int cpu : new int[] {2, 6}) {
            write("cpu" + cpu + "/topology/package_cpus_list", "2,6");
        }
        CpuTopology topology = read();
        assertThat(topology.offline()).hasToString("3,7");
        assertThat(topology.cores()).isEqualTo(3);
        assertThat(topology.threads()).isEqualTo(6);
    }

    @Test
    void knowsTheWordsForSmt() throws IOException {
        write("smt/control", "forceoff");
        assertThat(read().smt()).isEqualTo(CpuTopology.Smt.OFF);
        write("smt/control", "notsupported");
        assertThat(read().smt()).isEqualTo(CpuTopology.Smt.NONE);
        write("smt/control", "2");
        assertThat(read().smt()).isEqualTo(CpuTopology.Smt.ON);
        write("smt/control", "perhaps");
        assertThatIllegalArgumentException().isThrownBy(this::read);
        Files.delete(cpus.resolve("smt/control"));
        assertThat(read().smt()).isEqualTo(CpuTopology.Smt.NONE);
    }

    @Test
    void guessesNothing() throws IOException {
        write("cpu0/topology/core_cpus_list", "1");
        assertThatIllegalArgumentException().isThrownBy(this::read);
        Files.delete(cpus.resolve("present"));
        assertThatThrownBy(this::read).isInstanceOf(IOException.class);
    }
}
