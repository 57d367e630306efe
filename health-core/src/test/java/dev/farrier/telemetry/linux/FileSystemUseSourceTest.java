package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.CommandResult;
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
import org.junit.jupiter.params.provider.MethodSource;

class FileSystemUseSourceTest {
    private static final String EXT4 = FieldCase.resource("linux/stat-f-ext4.txt");

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
                """);
    }

    private Reading<FileSystemUse> read(String path, boolean onlyIfMount) throws Exception {
        Machine machine = new Machine(root, commands);
        MountTableSource table = new MountTableSource(machine);
        LocalFileSystemsSource locals = new LocalFileSystemsSource(machine, table);
        return new FileSystemUseSource(table, locals, path, onlyIfMount)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void countsWhatOrdinaryUsersCanWrite() {
        assertThat(StatFs.parse("/", EXT4))
                .isEqualTo(
                        new FileSystemUse(
                                "/", 66053021L * 4096, 20691554L * 4096, 16777216, 16349225));
    }

    @Test
    void hasAllFreeWhereThereIsNothingToFill() {
        FileSystemUse use = StatFs.parse("/proc", FieldCase.resource("linux/stat-f-proc.txt"));
        assertThat(use.freePercent()).isEqualTo(100);
        assertThat(use.freeInodesPercent()).isEqualTo(100);
    }

    @Test
    void skipsAPathThatIsNoMountOfItsOwnWhenAsked() throws Exception {
        assertThat(read("/var", true)).isInstanceOf(Reading.Unsupported.class);
        commands.prints(StatFs.argv("/tmp"), EXT4).prints(StatFs.argv("/var"), EXT4);
        assertThat(read("/tmp", true)).isInstanceOf(Reading.Present.class);
        assertThat(read("/var", false)).isInstanceOf(Reading.Present.class);
    }

    @Test
    void wakesNoAutomounter() throws Exception {
        assertThat(read("/data/proj", false)).isInstanceOf(Reading.Failed.class);
        assertThat(commands.ran()).isEmpty();
    }

    @Test
    void hasFailedWhenTheFileSystemDoesNotAnswer() throws Exception {
        commands.ends(StatFs.argv("/tmp"), CommandResult.End.TIMED_OUT);
        commands.prints(StatFs.argv("/proc"), "4096 0 0 0 0\n");
        assertThat(read("/tmp", false)).isInstanceOf(Reading.Failed.class);
    }

    @Test
    void understandsTheStatOfThisMachine() throws Exception {
        StatFs.Answer answer =
                StatFs.ask(
                        new ProcessRunner(root.resolve("scratch")),
                        "/",
                        Deadline.in(Duration.ofMinutes(1)));
        assertThat(answer.use().orElseThrow().totalBytes()).isPositive();
    }

    @Test
    void refusesEveryCutAnswer() {
        for (int i = 0; i < EXT4.length(); i++) {
            String cut = EXT4.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> StatFs.parse("/", cut));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoAnswer(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> StatFs.parse("/", text));
    }

    @Test
    void refusesNumbersThatCannotBe() {
        for (String text :
                new String[] {
                    "-1 1 1 1 1\n",
                    "4096 9223372036854775807 1 1 1\n",
                    "1 1 1 1 1 1\n",
                    "? 1 1 1 1\n"
                }) {
            assertThatIllegalArgumentException().isThrownBy(() -> StatFs.parse("/", text));
        }
    }
}
