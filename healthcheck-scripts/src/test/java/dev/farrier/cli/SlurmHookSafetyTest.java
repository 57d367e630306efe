package dev.farrier.cli;

import static dev.farrier.cli.HookMachine.DRAINED;
import static dev.farrier.cli.HookMachine.FRESH;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.farrier.cli.HookMachine.End;
import dev.farrier.cli.HookMachine.Hook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever lies in its way, a hook exits 0, prints nothing and does not hang: anything else drains
 * the node, or keeps a job waiting.
 */
@ParameterizedClass
@ValueSource(strings = {"dash", "bash"})
@Timeout(120)
class SlurmHookSafetyTest {
    static final List<String> ODD_PLACES =
            List.of("run/verdict", "run/hooks", "run/started", "run/paused", "run/scontrol");

    static final List<String> ODD_UPTIMES =
            List.of("", "soon", "-1.0 0", "010.0 0", "9".repeat(5000), "a[$(id)] 1");

    @Parameter String shell = "";
    @TempDir Path folder = Path.of("");
    private HookMachine machine;

    @AfterEach
    void awaitWhatHooksLeftBehind() {
        machine.awaitLeftBehind();
    }

    @BeforeEach
    void makeMachine() throws IOException {
        machine = new HookMachine(folder, shell);
        machine.job();
    }

    private void assertAllAreQuiet() throws Exception {
        for (Hook hook : Hook.values()) {
            assertThat(machine.call(hook)).as(hook.word()).isEqualTo(End.QUIET);
        }
    }

    @Test
    void withEveryTruncationOfAVerdict() throws Exception {
        for (int length = 0; length <= FRESH.length(); length++) {
            Files.writeString(machine.verdict(), FRESH.substring(0, length));
            assertAllAreQuiet();
        }
    }

    private static byte[] filled(String word) {
        byte[] bytes = new byte[1 << 20];
        byte[] pattern = word.getBytes(US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = pattern[i % pattern.length];
        }
        return bytes;
    }

    private static byte[] random() {
        byte[] bytes = new byte[1 << 20];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    static final List<byte[]> MEBIBYTES =
            List.of(
                    filled("1"),
                    filled("1 "),
                    filled("\0"),
                    filled("\\"),
                    filled("\n"),
                    random(),
                    Arrays.copyOf((DRAINED + "\n").getBytes(US_ASCII), 1 << 20));

    @ParameterizedTest
    @FieldSource("MEBIBYTES")
    void withAMebibyteOfAnything(byte[] bytes) throws Exception {
        Files.write(machine.verdict(), bytes);
        Files.writeString(folder.resolve("run/scontrol"), "/no/such/scontrol\n");
        assertAllAreQuiet();
    }

    @Test
    void withZeroBytesInTheVerdict() throws Exception {
        Files.writeString(machine.verdict(), FRESH.replace(" ", "\0 \0") + "\0\n\0");
        assertAllAreQuiet();
    }

    @ParameterizedTest
    @FieldSource("ODD_PLACES")
    void withAFifoInItsPlace(String place) throws Exception {
        machine.verdict(DRAINED);
        Files.deleteIfExists(folder.resolve(place));
        Process mkfifo = new ProcessBuilder("mkfifo", folder.resolve(place).toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        assertAllAreQuiet();
    }

    @ParameterizedTest
    @FieldSource("ODD_PLACES")
    void withADirectoryInItsPlace(String place) throws Exception {
        machine.verdict(DRAINED);
        Files.deleteIfExists(folder.resolve(place));
        Files.createDirectory(folder.resolve(place));
        assertAllAreQuiet();
    }

    @ParameterizedTest
    @FieldSource("ODD_PLACES")
    void withADanglingLinkInItsPlace(String place) throws Exception {
        machine.verdict(DRAINED);
        Files.deleteIfExists(folder.resolve(place));
        Files.createSymbolicLink(folder.resolve(place), folder.resolve("nowhere"));
        assertAllAreQuiet();
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @ParameterizedTest
    @FieldSource("ODD_PLACES")
    void withALinkToItselfInItsPlace(String place) throws Exception {
        machine.verdict(DRAINED);
        Files.deleteIfExists(folder.resolve(place));
        Files.createSymbolicLink(folder.resolve(place), folder.resolve(place));
        assertAllAreQuiet();
    }

    @Test
    void withoutItsFolder() throws Exception {
        Files.delete(folder.resolve("run"));
        assertAllAreQuiet();
    }

    @Test
    void withAFileForItsFolder() throws Exception {
        Files.delete(folder.resolve("run"));
        Files.createFile(folder.resolve("run"));
        assertAllAreQuiet();
    }

    @Test
    void withAFolderThatCannotBeWritten() throws Exception {
        machine.verdict(DRAINED);
        machine.environment.put("FARRIER_RUN", "/proc"); // not even by root
        assertAllAreQuiet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"proc", "proc/uptime", "proc/sys/kernel/random/boot_id"})
    void withoutProc(String place) throws Exception {
        machine.verdict(DRAINED);
        Files.move(folder.resolve(place), folder.resolve("away"));
        assertAllAreQuiet();
        assertThat(machine.notes()).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("ODD_UPTIMES")
    void withAnOddUptime(String line) throws Exception {
        machine.verdict(DRAINED);
        machine.uptime(line);
        assertAllAreQuiet();
    }

    @Test
    void withProcThatCannotBeRead() throws Exception {
        machine.verdict(DRAINED);
        for (String file : List.of("proc/uptime", "proc/sys/kernel/random/boot_id")) {
            // Root may read any file; what is none cannot be read by anybody.
            Files.delete(folder.resolve(file));
            Files.createDirectory(folder.resolve(file));
        }
        assertAllAreQuiet();
    }

    @Test
    void withoutAnyEnvironment() throws Exception {
        machine.verdict(FRESH);
        machine.environment.keySet().removeIf(name -> name.startsWith("SLURM"));
        assertAllAreQuiet();
    }

    @Test
    void whenNoProcessCanBeHadForARefresh() throws Exception {
        assertThat(machine.callWithoutProcesses(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.started()).isEmpty();
    }

    @Test
    void whenNoProcessCanBeHadToAskSlurm() throws Exception {
        assumeTrue(shell.equals("dash"), "bash tries again for 15 s, once is enough");
        machine.verdict(DRAINED);
        machine.scontrol("echo asked");

        assertThat(machine.callWithoutProcesses(Hook.PROLOG)).isEqualTo(End.QUIET);
        assertThat(machine.asked()).isEmpty();
    }

    @Test
    void whenAHundredAreCalledAtOnceWithoutAVerdict() throws Exception {
        List<Process> hooks = new ArrayList<>();
        for (int i = 0; i < 34; i++) {
            for (Hook hook : Hook.values()) {
                hooks.add(machine.start(hook));
            }
        }
        for (Process hook : hooks) {
            assertThat(HookMachine.end(hook)).isEqualTo(End.QUIET);
        }
    }
}
