package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileSystemsSourceTest {
    private static final List<String> TOGETHER = StatFs.argv(List.of("/", "/tmp"));

    @TempDir Path root;
    private final FakeCommandRunner commands = new FakeCommandRunner();

    @BeforeEach
    void mounts() throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(
                root.resolve("proc/self/mountinfo"),
                """
                26 1 8:1 / / rw - ext4 /dev/sda1 rw
                31 26 0:51 / /data rw - autofs auto.data rw
                32 26 0:52 / /tmp rw - tmpfs tmpfs rw
                33 26 0:53 / /home rw - nfs4 server:/home rw
                """);
    }

    private LocalFileSystemsSource source(String... paths) {
        Machine machine = new Machine(root, commands);
        LocalFileSystemsSource source =
                new LocalFileSystemsSource(machine, new MountTableSource(machine));
        for (String path : paths) {
            source.add(path);
        }
        return source;
    }

    private static StatFs.Answer ask(LocalFileSystemsSource source, String path) throws Exception {
        return source.ask(path, Deadline.in(Duration.ofMinutes(1)));
    }

    private List<List<String>> ran() {
        return commands.ran().stream().map(Command::argv).toList();
    }

    @Test
    void asksAllLocalMountsInOneChild() throws Exception {
        commands.prints(TOGETHER, "4096 10 5 100 50\n4096 20 6 0 0\n");
        LocalFileSystemsSource source = source("/tmp", "/", "/tmp", "/home", "/data", "/var");

        assertThat(ask(source, "/").use()).contains(new FileSystemUse("/", 40960, 20480, 100, 50));
        assertThat(ask(source, "/tmp").use())
                .contains(new FileSystemUse("/tmp", 81920, 24576, 0, 0));
        assertThat(ran()).containsExactly(TOGETHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home", "/var"})
    void asksAloneWhatAnotherMachineAnswersForAndWhatIsNoMount(String path) throws Exception {
        commands.prints(StatFs.argv(path), "4096 10 5 100 50\n");

        assertThat(ask(source("/", "/tmp", path), path).kind())
                .isEqualTo(StatFs.Answer.Kind.ANSWERED);
        assertThat(ran()).containsExactly(StatFs.argv(path));
    }

    @Test
    void asksTheOnlyOneAlone() throws Exception {
        commands.prints(StatFs.argv("/"), "4096 10 5 100 50\n");

        assertThat(ask(source("/", "/home"), "/").kind()).isEqualTo(StatFs.Answer.Kind.ANSWERED);
        assertThat(ran()).containsExactly(StatFs.argv("/"));
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandResult.End.class,
            names = {"TIMED_OUT", "STUCK", "NOT_FOUND"})
    void asksEachAloneWhereTheyDoNotAllAnswerAtOnce(CommandResult.End end) throws Exception {
        commands.ends(TOGETHER, end).ends(StatFs.argv("/tmp"), CommandResult.End.TIMED_OUT);
        commands.prints(StatFs.argv("/"), "4096 10 5 100 50\n");
        commands.prints(StatFs.argv("/proc"), "4096 0 0 0 0\n");
        LocalFileSystemsSource source = source("/", "/tmp");

        assertThat(ask(source, "/").kind()).isEqualTo(StatFs.Answer.Kind.ANSWERED);
        assertThat(ask(source, "/tmp").kind()).isEqualTo(StatFs.Answer.Kind.SILENT);
        assertThat(ran())
                .containsExactly(
                        TOGETHER, StatFs.argv("/"), StatFs.argv("/tmp"), StatFs.argv("/proc"));
    }

    @Test
    void letsTheOneThatFailsSayHowItFails() throws Exception {
        commands.exits(TOGETHER, 1, "4096 10 5 100 50\n", "stat: /tmp: Input/output error\n");
        commands.exits(
                StatFs.argv("/tmp"), 1, "", "stat: cannot read '/tmp': Input/output error\n");

        StatFs.Answer answer = ask(source("/", "/tmp"), "/tmp");

        assertThat(answer.kind()).isEqualTo(StatFs.Answer.Kind.BROKEN);
        assertThat(answer.failure()).isEqualTo("Input/output error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4096 10 5 100 50\n",
                "4096 10 5 100 50\n4096 20 6 0 0",
                "4096 10 5 100 50\n4096 20 6 0 0\nx\n",
                "4096 10 5 100\n4096 20 6 0 0\n"
            })
    void takesAnOddAnswerForNone(String stdout) throws Exception {
        commands.prints(TOGETHER, stdout).prints(StatFs.argv("/"), "4096 11 5 100 50\n");

        assertThat(ask(source("/", "/tmp"), "/").use())
                .contains(new FileSystemUse("/", 11 * 4096, 20480, 100, 50));
    }

    @Test
    void hasNoTimeToAskTogetherNearTheEnd() throws Exception {
        assertThat(source("/", "/tmp").ask("/", Deadline.in(Duration.ofMillis(10))).kind())
                .isEqualTo(StatFs.Answer.Kind.PROBE_FAILED);
        assertThat(ran()).isEmpty();
    }
}
