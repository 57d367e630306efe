package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountSourceTest {
    private static final String MOUNTINFO =
            """
            26 1 8:1 / / rw - ext4 /dev/sda1 rw
            30 26 0:50 / /home rw shared:1 - nfs4 nfs01:/home rw
            31 26 0:51 / /data rw - autofs auto.data rw
            32 31 0:52 / /data/proj rw - nfs nfs02:/proj rw
            """;

    @TempDir Path root;
    private final FakeCommandRunner commands = new FakeCommandRunner();

    @BeforeEach
    void mounts() throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/mountinfo"), MOUNTINFO);
    }

    private Reading<MountLook> look(CommandRunner runner, String path, Duration limit)
            throws Exception {
        Machine machine = new Machine(root, runner);
        MountTableSource table = new MountTableSource(machine);
        return new MountSource(table, new LocalFileSystemsSource(machine, table), path)
                .read(Deadline.in(limit));
    }

    private Reading<MountLook> look(String path) throws Exception {
        return look(commands, path, Duration.ofMinutes(1));
    }

    private static MountLook present(Reading<MountLook> reading) {
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<MountLook>) reading).value();
    }

    @Test
    void asksTheFileSystemThatIsMounted() throws Exception {
        commands.prints(StatFs.argv("/home"), FieldCase.resource("linux/stat-f-ext4.txt"));
        MountLook look = present(look("/home"));
        assertThat(look.state()).isEqualTo(MountLook.State.ANSWERS);
        assertThat(look.mount().orElseThrow().source()).isEqualTo("nfs01:/home");
    }

    @Test
    void touchesNothingThatOnlyTheAutomounterAnswersFor() throws Exception {
        assertThat(present(look("/data/other")).state())
                .isEqualTo(MountLook.State.LEFT_TO_AUTOMOUNTER);
        assertThat(present(look("/data")).state()).isEqualTo(MountLook.State.LEFT_TO_AUTOMOUNTER);
        assertThat(commands.ran()).isEmpty();
    }

    @Test
    void asksWhatTheAutomounterHasMounted() throws Exception {
        commands.prints(StatFs.argv("/data/proj"), FieldCase.resource("linux/stat-f-ext4.txt"));
        assertThat(present(look("/data/proj")).state()).isEqualTo(MountLook.State.ANSWERS);
    }

    @Test
    void countsTheMountsThatAnotherOneHides() throws Exception {
        Files.writeString(
                root.resolve("proc/self/mountinfo"),
                MOUNTINFO
                        + "40 30 0:60 / /home rw - nfs4 nfs09:/home rw\n"
                        + "41 26 0:61 / /auto rw - autofs auto.direct rw\n"
                        + "42 41 0:62 / /auto rw - nfs nfs02:/auto rw\n");
        commands.prints(StatFs.argv("/home"), FieldCase.resource("linux/stat-f-ext4.txt"));
        commands.prints(StatFs.argv("/auto"), FieldCase.resource("linux/stat-f-ext4.txt"));
        assertThat(present(look("/home")).mount().orElseThrow().source()).isEqualTo("nfs09:/home");
        assertThat(present(look("/home")).covered()).isEqualTo(1);
        assertThat(present(look("/auto")).covered()).isZero();
    }

    @Test
    void touchesNothingThatIsNotMounted() throws Exception {
        assertThat(present(look("/scratch")).state()).isEqualTo(MountLook.State.NOT_MOUNTED);
        assertThat(commands.ran()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMED_OUT", "STUCK"})
    void isSilentWhenTheProbeDoesNotReturn(CommandResult.End end) throws Exception {
        commands.ends(StatFs.argv("/home"), end);
        commands.prints(StatFs.argv("/proc"), "4096 0 0 0 0\n");
        assertThat(present(look("/home")).state()).isEqualTo(MountLook.State.SILENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Stale file handle",
                "Input/output error",
                "Transport endpoint is not connected",
                "Cannot send after transport endpoint shutdown"
            })
    void isBrokenWhenTheFileSystemAnswersWithItsOwnError(String error) throws Exception {
        commands.exits(StatFs.argv("/home"), 1, "", refusal(error));
        MountLook look = present(look("/home"));
        assertThat(look.state()).isEqualTo(MountLook.State.BROKEN);
        assertThat(look.detail()).isEqualTo(error);
    }

    @Test
    void isNotPermittedWhenTheUserMayNotLook() throws Exception {
        commands.exits(StatFs.argv("/home"), 1, "", refusal("Permission denied"));
        assertThat(look("/home")).isInstanceOf(Reading.NotPermitted.class);
    }

    @Test
    void hasFailedWhenTheProbeDoesNotWork() throws Exception {
        commands.exits(StatFs.argv("/home"), 1, "", refusal("No such file or directory"));
        assertThat(look("/home")).isInstanceOf(Reading.Failed.class);
        commands.ends(StatFs.argv("/home"), CommandResult.End.NOT_FOUND);
        assertThat(look("/home")).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void blamesNoMountForTimeThatOthersUsedUp() throws Exception {
        commands.ends(StatFs.argv("/home"), CommandResult.End.TIMED_OUT);
        assertThat(look(commands, "/home", Duration.ofMillis(1)))
                .isInstanceOf(Reading.Failed.class);
    }

    @Test
    void blamesNoMountWhereNothingAnswersInTime() throws Exception {
        commands.ends(StatFs.argv("/home"), CommandResult.End.TIMED_OUT);
        commands.ends(StatFs.argv("/proc"), CommandResult.End.TIMED_OUT);
        assertThat(look("/home")).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void namesAHungMountWhileOthersStillAnswer() throws Exception {
        ProcessRunner real = new ProcessRunner(root.resolve("scratch"));
        CommandRunner oneHangs =
                (command, deadline) ->
                        real.run(
                                command.argv().equals(StatFs.argv("/home"))
                                        ? Command.of("sh", "-c", "sleep 600 & sleep 600")
                                        : Command.of(StatFs.argv("/")),
                                deadline);
        MountLook hung = present(look(oneHangs, "/home", Duration.ofMillis(500)));
        assertThat(hung.path()).isEqualTo("/home");
        assertThat(hung.state()).isEqualTo(MountLook.State.SILENT);
        assertThat(present(look(oneHangs, "/data/proj", Duration.ofMinutes(1))).state())
                .isEqualTo(MountLook.State.ANSWERS);
    }

    private static String refusal(String error) {
        return "stat: cannot read file system information for '/home': " + error + "\n";
    }
}
