package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
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
    private final FakeCommandRunner commands = new FakeCommandRunner();

    @BeforeEach
    void theFirstProcess() throws Exception {
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

    private void ownedBy(long pid, long user) throws IOException {
        Files.writeString(
                root.resolve("proc/" + pid + "/status"),
                FieldCase.resource("linux/status.txt")
                        .replace("Uid:\t0\t0\t0\t0", "Uid:\t0\t" + user + "\t0\t0"));
    }

    private List<Long> find(String name) throws Exception {
        return look(new ProcessPattern(name, "", "")).pids();
    }

    private RunningProcesses look(ProcessPattern pattern) throws Exception {
        Reading<RunningProcesses> reading = read(root, pattern);
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<RunningProcesses>) reading).value();
    }

    private Reading<RunningProcesses> read(Path of, ProcessPattern pattern) throws Exception {
        Machine machine = new Machine(of, commands);
        return new RunningProcessesSource(machine, new ProcessListSource(machine), pattern)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void findsAllProcessesOfAName() throws Exception {
        process(300, "sshd", 'S', 1, "sshd: /usr/sbin/sshd -D\0");
        process(44, "sshd", 'R', 300, "sshd: user\0");
        process(45, "sshdx", 'R', 1, "sshdx\0");
        assertThat(find("sshd")).containsExactly(44L, 300L);
    }

    @Test
    void takesNoKernelThreadForADaemon() throws Exception {
        process(2, "kthreadd", 'S', 0, "");
        process(77, "nfsd", 'S', 2, "");
        assertThat(find("nfsd")).isEmpty();
        assertThat(find("kthreadd")).isEmpty();
    }

    @Test
    void takesNoDeadProcessForARunningOne() throws Exception {
        process(300, "munged", 'Z', 1, "");
        assertThat(find("munged")).isEmpty();
    }

    @Test
    void looksAtTheCommandLineWhereTheKernelCutTheName() throws Exception {
        process(50, "nvidia-fabricma", 'S', 1, "/usr/bin/nvidia-fabricmanager\0-c\0/etc/x\0");
        process(51, "nvidia-fabricma", 'S', 1, "/usr/bin/nvidia-fabricmaster\0");
        process(52, "nvidia-fabricma", 'S', 1, "/bin/sh\0/opt/nvidia-fabricmanager\0");
        assertThat(find("nvidia-fabricmanager")).containsExactly(50L, 52L);
    }

    @Test
    void asksNoBlockedProcessForItsCommandLine() throws Exception {
        process(50, "nvidia-fabricma", 'D', 1, "");
        assertThat(find("nvidia-fabricmanager")).containsExactly(50L);
    }

    @Test
    void matchesTheWholeCommandLine() throws Exception {
        process(50, "python3", 'S', 1, "/usr/bin/python3\0train.py\0--epochs\0003\0");
        process(51, "python3", 'S', 1, "/usr/bin/python3\0serve.py\0");
        process(52, "vim", 'S', 1, "vim\0train.py\0");
        assertThat(look(new ProcessPattern("python3", "*train.py*", "")).pids())
                .containsExactly(50L);
        assertThat(look(new ProcessPattern("", "*train.py*", "")).pids()).containsExactly(50L, 52L);
        assertThat(look(new ProcessPattern("", "/usr/bin/python3 serve.py", "")).pids())
                .containsExactly(51L);
    }

    @Test
    void countsApartWhoseCommandLineItDoesNotDareToRead() throws Exception {
        process(50, "python3", 'D', 1, "/usr/bin/python3\0train.py\0");
        RunningProcesses found = look(new ProcessPattern("", "*train.py*", ""));
        assertThat(found.pids()).isEmpty();
        assertThat(found.unread()).isEqualTo(1);
    }

    @Test
    void findsTheProcessesOfAUserByNumberByNameAndByTheDirectoryService() throws Exception {
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/passwd"), "al:x:7:7::/:/bin/sh\nalice:x:1001:7::/:\n");
        commands.prints(
                List.of("getent", "passwd", "--", "bob"),
                "bob:*:300017:100:Bob:/home/bob:/bin/sh\n");
        commands.exits(List.of("getent", "passwd", "--", "carol"), 2, "", "");
        process(50, "bash", 'S', 1, "-bash\0");
        ownedBy(50, 1001);
        process(51, "bash", 'S', 1, "-bash\0");
        ownedBy(51, 300017);
        process(52, "bash", 'S', 1, "-bash\0"); // it ended: no status
        assertThat(look(new ProcessPattern("bash", "", "1001")).pids()).containsExactly(50L);
        assertThat(look(new ProcessPattern("bash", "", "alice")).pids()).containsExactly(50L);
        assertThat(look(new ProcessPattern("", "", "bob")).pids()).containsExactly(51L);
        assertThatIOException()
                .isThrownBy(() -> look(new ProcessPattern("bash", "", "carol")))
                .withMessage("there is no user 'carol'");
    }

    @Test
    void survivesAProcessThatEndsInBetween() throws Exception {
        Files.createDirectories(root.resolve("proc/99"));
        process(300, "sshd", 'S', 1, "");
        assertThat(find("sshd")).containsExactly(300L);
    }

    @Test
    void hasFailedWhereNoProcessCanBeSeen(@TempDir Path empty) throws Exception {
        Files.createDirectories(empty.resolve("proc"));
        assertThat(read(empty, new ProcessPattern("sshd", "", "")))
                .isInstanceOf(Reading.Failed.class);
    }

    @Test
    void findsTheProcessThatRunsThisTest() throws Exception {
        Reading<RunningProcesses> reading =
                read(Path.of("/"), new ProcessPattern("java", "*java *", ""));
        assertThat(((Reading.Present<RunningProcesses>) reading).value().pids())
                .contains(ProcessHandle.current().pid());
    }
}
