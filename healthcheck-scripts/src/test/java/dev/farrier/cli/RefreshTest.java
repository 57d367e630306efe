package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.exec.ProcessStat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a refresh does around its run: the lock, and the files of the hooks. */
class RefreshTest {
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";

    @TempDir private Path root = Path.of("");

    @BeforeEach
    void makeMachine() throws IOException {
        write("proc/sys/kernel/random/boot_id", BOOT + "\n");
        write("proc/uptime", "1000.42 9000.00\n");
        configure("scheduler: {kind: none}\n");
    }

    private Path write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    private void configure(String scheduler) throws IOException {
        write("etc/farrier/farrier.yaml", scheduler + "checks:\n  cpu.count: {}\n");
    }

    private void refresh() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Refresh.main(
                        List.of(
                                "--root",
                                root.toString(),
                                "--config",
                                root.resolve("etc/farrier/farrier.yaml").toString(),
                                "--trigger",
                                "periodic",
                                "--node",
                                "node01"),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private Path run(String name) {
        return root.resolve("run/farrier").resolve(name);
    }

    @Test
    void publishesAVerdictAndFreesTheLock() {
        refresh();

        assertThat(run("verdict")).content().startsWith("1 " + BOOT + " 1030 1150 ");
        assertThat(run("refresh.lock")).doesNotExist();
    }

    @Test
    void leavesAtOnceWhileAnotherRuns() throws Exception {
        ProcessStat self = ProcessStat.read(Path.of("/proc"), "self");
        write("run/farrier/refresh.lock", self.pid() + " " + self.startTime() + " 990\n");

        refresh();

        assertThat(run("verdict")).doesNotExist();
        assertThat(run("refresh.lock")).content().endsWith(" 990\n");
    }

    @Test
    void saysUnknownWhenTheConfigurationIsWrong() throws Exception {
        configure("schedular: {kind: none}\n");

        refresh();

        assertThat(run("verdict")).content().contains(" UNKNOWN 0 configuration: ");
    }

    @Test
    void letsTheNotesOfTheHooksGrowToAMebibyte() throws Exception {
        write("run/farrier/hooks", "x".repeat((1 << 20) - 1));
        refresh();
        assertThat(run("hooks")).exists();
        assertThat(run("hooks.1")).doesNotExist();

        write("run/farrier/hooks.1", "older\n");
        write("run/farrier/hooks", "x".repeat(1 << 20));
        refresh();
        assertThat(run("hooks")).doesNotExist();
        assertThat(run("hooks.1")).hasSize(1 << 20);
    }

    @Test
    void tellsTheHooksOfAnotherScontrolAsLongAsThatIsConfigured() throws Exception {
        configure("scheduler: {kind: slurm, scontrol: /opt/slurm/bin/scontrol}\n");
        refresh();
        assertThat(run("scontrol")).hasContent("/opt/slurm/bin/scontrol");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run("scontrol"))))
                .isEqualTo("rw-r--r--");

        configure("scheduler: {kind: slurm}\n");
        refresh();
        assertThat(run("scontrol")).doesNotExist();
    }

    @Test
    void publishesAVerdictWhateverLiesInThePlaceOfTheHooksFiles() throws Exception {
        configure("scheduler: {kind: slurm, scontrol: /opt/slurm/bin/scontrol}\n");
        write("run/farrier/hooks/file", "");
        write("run/farrier/scontrol/file", "");

        refresh();

        assertThat(run("verdict")).exists();
    }
}
