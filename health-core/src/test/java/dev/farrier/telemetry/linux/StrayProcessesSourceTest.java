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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrayProcessesSourceTest {
    private static final String SLURMD = "/system.slice/slurmd.service";
    private static final String SESSION = "/user.slice/user-1001.slice/session-4.scope";
    private static final String MANAGER =
            "/user.slice/user-1001.slice/user@1001.service/app.slice/x.service";
    private static final long ALICE = 1001;
    private static final long BOB = 1002;

    @TempDir Path root;
    private ProcessTree tree = new ProcessTree(Path.of("/none"));

    @BeforeEach
    void aNodeWithItsDaemons() throws IOException {
        tree =
                new ProcessTree(root)
                        .process(1, "systemd", 0, 0, "/init.scope")
                        .process(2, "kthreadd", 'S', 0)
                        .process(9, "slurmd", 1, 0, SLURMD)
                        .process(10, "sshd", 1, 0, "/system.slice/sshd.service")
                        .process(11, "dbus-daemon", 1, 81, "/system.slice/dbus.service")
                        .process(12, "service", 1, ALICE, "/system.slice/site.service")
                        .process(13, "dynamic", 1, 61190, "/x")
                        .process(14, "nobody", 1, 65534, "/x");
        Files.writeString(root.resolve("proc/uptime"), "5000.25 100.00\n");
    }

    private Reading<StrayProcesses> read(List<String> exempt, boolean logins) throws Exception {
        Machine machine = new Machine(root, new FakeCommandRunner());
        return new StrayProcessesSource(machine, new ProcessListSource(machine), exempt, logins)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private List<Long> find(List<String> exempt, boolean logins) throws Exception {
        return ((Reading.Present<StrayProcesses>) read(exempt, logins))
                .value().processes().stream().map(StrayProcesses.Stray::pid).toList();
    }

    private List<Long> find() throws Exception {
        return find(List.of(), true);
    }

    @Test
    void isQuietOnANodeWithItsDaemonsAlone() throws Exception {
        assertThat(find()).isEmpty();
    }

    @Test
    void findsWhatEscapedFromAJobThatIsGone() throws Exception {
        tree.process(100, "python3", 1, ALICE, SLURMD);
        tree.process(101, "sh", 100, ALICE, SLURMD);
        assertThat(find()).containsExactly(100L, 101L);
        Reading<StrayProcesses> reading = read(List.of(), true);
        StrayProcesses.Stray first =
                ((Reading.Present<StrayProcesses>) reading).value().processes().get(0);
        assertThat(first).isEqualTo(new StrayProcesses.Stray(100, "python3", ALICE, 4900));
    }

    @Test
    void accountsForAllOfAUserWhoHasAJob() throws Exception {
        tree.process(90, "python3", 1, ALICE, SLURMD);
        tree.process(100, "slurmstepd", 1, 0, "/system.slice/slurmstepd.scope/system");
        tree.process(101, "bash", 100, ALICE, SLURMD);
        tree.process(102, "train", 101, ALICE, SLURMD);
        tree.process(110, "left", 1, BOB, SLURMD);
        assertThat(find()).containsExactly(110L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/system.slice/slurmstepd.scope/job_42/step_0/user/task_0",
                "/slurm/uid_1001/job_42/step_batch",
                "/pbs_jobs.service/jobid/42.server",
                "/torque/42.server"
            })
    void knowsAJobByItsControlGroup(String cgroup) throws Exception {
        tree.process(100, "train", 1, ALICE, cgroup);
        assertThat(find()).isEmpty();
    }

    @Test
    void leavesOutWhoIsLoggedInUnlessNobodyMayBe() throws Exception {
        tree.process(100, "sshd-session", 10, 0, SESSION);
        tree.process(101, "bash", 100, ALICE, SESSION);
        tree.process(102, "tmux: server", 1, ALICE, SESSION);
        tree.process(103, "pipewire", 1, ALICE, MANAGER);
        assertThat(find()).isEmpty();
        assertThat(find(List.of(), false)).containsExactly(101L, 102L, 103L);
    }

    @Test
    void findsWhatALoginLeftBehind() throws Exception {
        tree.process(102, "miner", 1, ALICE, SESSION);
        assertThat(find()).containsExactly(102L);
    }

    @Test
    void leavesOutContainersAndServicesOfUsers() throws Exception {
        tree.process(100, "nginx", 1, ALICE, "/kubepods.slice/kubepods-pod1.slice/x");
        tree.process(101, "web", 1, BOB, "/system.slice/docker-1234.scope");
        tree.process(102, "syncthing", 1, ALICE, MANAGER);
        assertThat(find()).isEmpty();
    }

    @Test
    void leavesOutExemptUsersAndThoseBelowTheFirstOrdinaryOne() throws Exception {
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/passwd"), "monitor:x:1002:7::/:/bin/sh\n");
        Files.writeString(root.resolve("etc/login.defs"), "#UID_MIN 5\nUID_MIN\t\t 1002\n");
        tree.process(100, "left", 1, ALICE, SLURMD);
        tree.process(101, "agent", 1, BOB, SLURMD);
        assertThat(find()).containsExactly(101L);
        assertThat(find(List.of("monitor"), true)).isEmpty();
        assertThat(find(List.of("1002"), true)).isEmpty();
    }

    @Test
    void comesToAnEndOnAncestorsThatGoInCircles() throws Exception {
        tree.process(100, "a", 101, ALICE, SLURMD);
        tree.process(101, "b", 100, ALICE, SLURMD);
        assertThat(find()).containsExactly(100L, 101L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"'';1000", "UID_MIN 500;500", "UID_MINIMUM 5;1000", "# UID_MIN 5;1000"})
    void takesTheFirstUserFromLoginDefs(String text, long first) {
        assertThat(StrayProcessesSource.firstUser(text)).isEqualTo(first);
    }

    @Test
    void refusesAnOddFirstUser() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StrayProcessesSource.firstUser("UID_MIN x\n"));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void takesNoNumberOfAUserFromWhatIsNoPasswd(String text) {
        assertThat(UserNumbers.inPasswd(text, "alice")).isNull();
        assertThat(UserNumbers.inPasswd("alice:x:12" + text, "alice")).isNull();
    }
}
