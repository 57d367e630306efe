package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that starts the program, where Java does not run. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("src/main/scripts/farrier");

    @TempDir private Path run = Path.of("");

    private int refresh(String java) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", SCRIPT.toString(), "refresh");
        builder.environment().put("FARRIER_JAVA", java);
        builder.environment().put("FARRIER_RUN", run.toString());
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(output).doesNotContain("find", "mv");
        return process.waitFor();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/false", "/no/such/java"})
    void keepsTheNotesOfTheHooksSmall(String java) throws Exception {
        assertThat(refresh(java)).isZero();

        Files.writeString(run.resolve("hooks"), "x".repeat(1 << 20));
        assertThat(refresh(java)).isZero();
        assertThat(run.resolve("hooks")).exists();

        Files.writeString(run.resolve("hooks"), "x".repeat((1 << 20) + 1));
        assertThat(refresh(java)).isZero();
        assertThat(run.resolve("hooks")).doesNotExist();
        assertThat(run.resolve("hooks.1")).hasSize((1 << 20) + 1);
    }

    @Test
    void leavesTheNotesToARefreshThatWorks() throws Exception {
        Files.writeString(run.resolve("hooks"), "x".repeat((1 << 20) + 1));

        assertThat(refresh("/bin/true")).isZero();

        assertThat(run.resolve("hooks")).exists();
    }

    @Test
    void saysInTheSystemsLogThatTheNodeIsNotWatched() throws Exception {
        Path logger = run.resolve("logger");
        Files.writeString(logger, "#!/bin/sh\nprintf '%s\\n' \"$*\" > '" + run + "/logged'\n");
        Files.setPosixFilePermissions(logger, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", SCRIPT.toString(), "refresh");
        builder.environment().put("FARRIER_JAVA", "/no/such/java");
        builder.environment().put("FARRIER_RUN", run.toString());
        builder.environment().put("PATH", run + ":/usr/bin:/bin");

        assertThat(builder.redirectErrorStream(true).start().waitFor()).isZero();

        assertThat(run.resolve("logged")).content().contains("not watched: /no/such/java");
    }
}
