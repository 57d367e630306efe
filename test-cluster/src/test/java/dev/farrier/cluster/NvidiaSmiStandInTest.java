package dev.farrier.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in speaks as nvidia-smi does; what a scenario breaks, and nothing else, is broken. */
class NvidiaSmiStandInTest {
    private static final String ROWS =
            "--query-gpu=index,pci.bus_id,power.draw,ecc.errors.uncorrected.volatile.total";

    @TempDir Path folder;

    @Test
    void namesColumnsWithTheirUnits() throws Exception {
        List<String> lines = run("", ROWS, "--format=csv").lines();

        assertThat(lines).hasSize(9);
        assertThat(lines.get(0))
                .isEqualTo(
                        "index, pci.bus_id, power.draw [W],"
                                + " ecc.errors.uncorrected.volatile.total");
        assertThat(lines.get(8)).isEqualTo("7, 00000000:08:00.0, 70.12 W, 0");
    }

    @Test
    void leavesHeaderAndUnitsOut() throws Exception {
        assertThat(run("", ROWS, "--format=csv,noheader,nounits").lines())
                .hasSize(8)
                .contains("0, 00000000:01:00.0, 70.12, 0");
    }

    @Test
    void printsAnErrorLineInPlaceOfALostGpu() throws Exception {
        Answer answer = run("lost=3", ROWS, "--format=csv,noheader");

        assertThat(answer.exitCode()).isEqualTo(255);
        assertThat(answer.lines()).hasSize(8);
        assertThat(answer.lines().get(3))
                .isEqualTo(
                        "Unable to determine the device handle for GPU3: 0000:04:00.0: Unknown"
                                + " Error");
    }

    @Test
    void movesTheIndicesUpBehindAMissingGpu() throws Exception {
        assertThat(run("missing=3", ROWS, "--format=csv,noheader,nounits").lines())
                .hasSize(7)
                .contains("3, 00000000:05:00.0, 70.12, 0");
    }

    @Test
    void breaksOnlyTheFieldsThatAreNamed() throws Exception {
        String scenario = "ecc.2=1\nerr.4=power.draw\nset.5.index=odd\nnot-supported=pci.bus_id\n";

        assertThat(run(scenario, ROWS, "--format=csv,noheader,nounits").lines())
                .startsWith("0, [N/A], 70.12, 0", "1, [N/A], 70.12, 0", "2, [N/A], 70.12, 1")
                .contains("4, [N/A], ERR!, 0", "odd, [N/A], 70.12, 0");
    }

    @Test
    void tellsWhichRowRemapperFailed() throws Exception {
        String query = "--query-remapped-rows=gpu_bus_id,remapped_rows.failure";

        assertThat(run("remap-failure.5=1", query, "--format=csv").lines())
                .startsWith("gpu_bus_id, remapped_rows.failure", "00000000:01:00.0, 0")
                .contains("00000000:06:00.0, 1");
    }

    @Test
    void failsAsAWholeWithTheDriver() throws Exception {
        assertThat(run("driver=not-loaded", "-L").exitCode()).isEqualTo(9);
        assertThat(run("driver=mismatch", "-L").exitCode()).isEqualTo(18);
        assertThat(run("driver=no-devices", "-L").lines()).containsExactly("No devices were found");
        assertThat(run("absent=1", "-L").exitCode()).isEqualTo(127);
    }

    @Test
    void refusesAFieldThatThereIsNot() throws Exception {
        Answer answer = run("", "--query-gpu=index,colour", "--format=csv");

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.lines()).contains("Field \"colour\" is not a valid field to query.");
    }

    @Test
    void neverAnswersWhenItHangs() throws Exception {
        Process hung = start("hang=1", "-L");

        assertThat(hung.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
        hung.destroy();
        assertThat(hung.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();

        hung.descendants().forEach(ProcessHandle::destroyForcibly);
        hung.destroyForcibly();
    }

    private record Answer(int exitCode, List<String> lines) {}

    private Answer run(String scenario, String... arguments) throws Exception {
        Process process = start(scenario, arguments);
        List<String> lines =
                new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        return new Answer(process.waitFor(), lines);
    }

    private Process start(String scenario, String... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve("scenario"), scenario);
        List<String> argv =
                Stream.concat(Stream.of("sh", "images/slurm/nvidia-smi"), Stream.of(arguments))
                        .toList();
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().put("NVIDIA_SMI_SCENARIO", file.toString());
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
