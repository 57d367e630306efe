package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.Uptime;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockedProcessesSourceTest {
    @TempDir Path root;
    private final CounterBook counters = new CounterBook();
    private ProcessTree tree = new ProcessTree(Path.of("/none"));
    private double uptime = 5000;

    @BeforeEach
    void theFirstProcess() throws IOException {
        tree = new ProcessTree(root).process(1, "systemd", 'S', 0);
    }

    private List<BlockedProcesses.Blocked> lookAfter(double seconds) throws IOException {
        uptime += seconds;
        counters.open(new Uptime("boot", uptime), counters.marks());
        Machine machine = new Machine(root, new FakeCommandRunner(), counters);
        Reading<BlockedProcesses> reading =
                new BlockedProcessesSource(machine, new ProcessListSource(machine))
                        .read(Deadline.in(Duration.ofMinutes(1)));
        return ((Reading.Present<BlockedProcesses>) reading).value().processes();
    }

    @Test
    void tellsForHowLongAProcessWaits() throws IOException {
        tree.process(40, "ls) D (x", 'D', 1).process(41, "bash", 'S', 1);
        assertThat(lookAfter(60)).containsExactly(new BlockedProcesses.Blocked(40, "ls) D (x", 0));
        assertThat(lookAfter(60).get(0).seconds()).isEqualTo(60);
        assertThat(lookAfter(240).get(0).seconds()).isEqualTo(300);
    }

    @Test
    void startsAnewForOneThatRanInBetween() throws IOException {
        tree.process(40, "dd", 'D', 1);
        lookAfter(60);
        tree.status(40, 0, 1000);
        assertThat(lookAfter(60).get(0).seconds()).isZero();
    }

    @Test
    void startsAnewForOneThatWasNotBlockedAtALook() throws IOException {
        tree.process(40, "dd", 'D', 1);
        lookAfter(60);
        tree.process(40, "dd", 'S', 1);
        assertThat(lookAfter(60)).isEmpty();
        tree.process(40, "dd", 'D', 1);
        assertThat(lookAfter(60).get(0).seconds()).isZero();
    }

    @Test
    void leavesOutKernelThreads() throws IOException {
        tree.process(2, "kthreadd", 'S', 0).process(77, "khungtaskd", 'D', 2);
        assertThat(lookAfter(60)).isEmpty();
    }

    @Test
    void remembersNoMoreThanItHasRoomFor() throws IOException {
        for (int pid = 100; pid < 400; pid++) {
            tree.process(pid, "ls", 'D', 1);
        }
        assertThat(lookAfter(60)).hasSize(300);
        assertThat(counters.marks()).hasSizeLessThan(300);
        tree.process(100, "ls", 'S', 1);
        for (int pid = 101; pid < 400; pid++) {
            tree.process(pid, "ls", 'S', 1);
        }
        lookAfter(60);
        assertThat(counters.marks()).isEmpty();
    }
}
