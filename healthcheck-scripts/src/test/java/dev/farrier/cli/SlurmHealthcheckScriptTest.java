package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HealthCheckProgram under dash and bash, with the environment that slurmd gives it. */
class SlurmHealthcheckScriptTest {
    private static final String BOOT = "11111111-2222-3333-4444-555555555555";
    private static final Path SCRIPT =
            Path.of("src/main/scripts/slurm-healthcheck").toAbsolutePath();

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void makeMachine() throws IOException {
        Files.createDirectories(folder.resolve("run"));
        Files.createDirectories(folder.resolve("proc/sys/kernel/random"));
        Files.writeString(folder.resolve("proc/sys/kernel/random/boot_id"), BOOT + "\n");
        Files.writeString(folder.resolve("proc/uptime"), "1000.42 9000.00\n");
        Path farrier = folder.resolve("farrier");
        Files.writeString(
                farrier,
                "#!/bin/sh\nprintf '%s ' \"$@\" > '"
                        + folder
                        + "/started.new'\n"
                        + "mv '"
                        + folder
                        + "/started.new' '"
                        + folder
                        + "/started'\n");
        Files.setPosixFilePermissions(farrier, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Hook(int exitCode, String output) {}

    private Hook run(String shell) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/" + shell, SCRIPT.toString());
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "SLURMD_NODENAME", "node02",
                                "FARRIER_RUN", folder.resolve("run").toString(),
                                "FARRIER_PROC", folder.resolve("proc").toString(),
                                "FARRIER", folder.resolve("farrier").toString()));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Hook(process.exitValue(), output);
    }

    private void verdict(String line) throws IOException {
        Files.writeString(folder.resolve("run/verdict"), line + "\n");
    }

    private void awaitRefresh() {
        await().atMost(20, TimeUnit.SECONDS).until(() -> Files.exists(folder.resolve("started")));
        assertThat(folder.resolve("started"))
                .content()
                .startsWith("refresh --trigger periodic --node node02");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void startsNothingWhileTheVerdictIsFresh(String shell) throws Exception {
        verdict("1 " + BOOT + " 1001 1120 HEALTHY 0 -");

        assertThat(run(shell)).isEqualTo(new Hook(0, ""));
        assertThat(folder.resolve("started.new")).doesNotExist();
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void startsARefreshForThisNodeWhenItIsDue(String shell) throws Exception {
        verdict("1 " + BOOT + " 1000 1120 HEALTHY 0 -");

        assertThat(run(shell)).isEqualTo(new Hook(0, ""));
        awaitRefresh();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void startsARefreshWithoutAVerdict(String shell) throws Exception {
        assertThat(run(shell)).isEqualTo(new Hook(0, ""));
        awaitRefresh();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dash|''",
                "dash|1",
                "dash|1 other-boot 1001 1120 HEALTHY 0 -",
                "dash|2 11111111-2222-3333-4444-555555555555 1001 1120 HEALTHY 0 -",
                "dash|1 11111111-2222-3333-4444-555555555555 soon 1120 HEALTHY 0 -",
                "dash|1 11111111-2222-3333-4444-555555555555 99999999999999999999 1120 HEALTHY 0 -",
                "dash|1 11111111-2222-3333-4444-555555555555 a[$(touch${IFS}x)] 1120 HEALTHY 0 -",
                "bash|1 11111111-2222-3333-4444-555555555555 a[$(touch${IFS}x)] 1120 HEALTHY 0 -",
                "dash|1 11111111-2222-3333-4444-555555555555 2801 2900 HEALTHY 0 -",
                "bash|1 other-boot 1001 1120 HEALTHY 0 -"
            })
    void takesAnOddVerdictForNone(String shell, String line) throws Exception {
        verdict(line);

        assertThat(run(shell)).isEqualTo(new Hook(0, ""));
        awaitRefresh();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash"})
    void saysNothingWhenFarrierIsGone(String shell) throws Exception {
        Files.delete(folder.resolve("farrier"));

        assertThat(run(shell)).isEqualTo(new Hook(0, ""));
    }
}
