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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProcessesSourceTest {
    @TempDir Path root;

    @BeforeEach
    void theFirstProcess() throws IOException {
        process(1, "systemd", 'S', 0, "/sbin/init\0");
        Files.createDirectories(root.resolve("proc/sys"));
    }

    private void process(long pid, String name, char state, long parent, String commandLine)
            throws IOException {
        Path directory = Files.createDirectories(root.resolve("proc/" + pid));
        Files.writeString(
                directory.resolve("stat"),
                pid
                        + " ("
                        + name
                        + ") "
                        + state
                        + " "
                        + parent
                        + " 0 0 0 -1 1 2 3 4 5 6 7 8 9 20 0 1"
                        + " 0 "
                        + 100 * pid
                        + " 0 0 0\n");
        if (!commandLine.isEmpty()) {
            Files.writeString(directory.resolve("cmdline"), commandLine);
        }
    }

    private List<Long> find(String name) throws IOException {
        Reading<RunningProcesses> reading = read(root, name);
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<RunningProcesses>) reading).value().pids();
    }

    private static Reading<RunningProcesses> read(Path root, String name) throws IOException {
        Machine machine = new Machine(root, new FakeCommandRunner());
        return new RunningProcessesSource(machine, new ProcessListSource(machine), name)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void findsAllProcessesOfAName() throws IOException {
        process(300, "sshd", 'S', 1, "sshd: /usr/sbin/sshd -D\0");
        process(44, "sshd", 'R', 300, "sshd: user\0");
        process(45, "sshdx", 'R', 1, "sshdx\0");
        assertThat(find("sshd")).containsExactly(44L, 300L);
    }

    @Test
    void takesNoKernelThreadForADaemon() throws IOException {
        process(2, "kthreadd", 'S', 0, "");
        process(77, "nfsd", 'S', 2, "");
        assertThat(find("nfsd")).isEmpty();
        assertThat(find("kthreadd")).isEmpty();
    }

    @Test
    void takesNoDeadProcessForARunningOne() throws IOException {
        process(300, "munged", 'Z', 1, "");
        assertThat(find("munged")).isEmpty();
    }

    @Test
    void looksAtTheCommandLineWhereTheKernelCutTheName() throws IOException {
        process(50, "nvidia-fabricma", 'S', 1, "/usr/bin/nvidia-fabricmanager\0-c\0/etc/x\0");
        process(51, "nvidia-fabricma", 'S', 1, "/usr/bin/nvidia-fabricmaster\0");
        process(52, "nvidia-fabricma", 'S', 1, "/bin/sh\0/opt/nvidia-fabricmanager\0");
        assertThat(find("nvidia-fabricmanager")).containsExactly(50L, 52L);
    }

    @Test
    void asksNoBlockedProcessForItsCommandLine() throws IOException {
        process(50, "nvidia-fabricma", 'D', 1, "");
        assertThat(find("nvidia-fabricmanager")).containsExactly(50L);
    }

    @Test
    void survivesAProcessThatEndsInBetween() throws IOException {
        Files.createDirectories(root.resolve("proc/99"));
        process(300, "sshd", 'S', 1, "");
        assertThat(find("sshd")).containsExactly(300L);
    }

    @Test
    void hasFailedWhereNoProcessCanBeSeen(@TempDir Path empty) throws IOException {
        Files.createDirectories(empty.resolve("proc"));
        assertThat(read(empty, "sshd")).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void findsTheProcessThatRunsThisTest() throws IOException {
        Reading<RunningProcesses> reading = read(Path.of("/"), "java");
        assertThat(((Reading.Present<RunningProcesses>) reading).value().pids())
                .contains(ProcessHandle.current().pid());
    }
}
