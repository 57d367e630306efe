package dev.farrier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The program as a process of its own. */
class MainTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static ProcessBuilder hosts(String list) {
        String classes = System.getProperty("java.class.path");
        return new ProcessBuilder(
                JAVA, "-cp", classes, Main.class.getName(), "hosts", "expand", list);
    }

    @Test
    void exits70WhenItsAnswerCannotBeWritten() throws Exception {
        Process process = hosts("n[1-3]").redirectOutput(new File("/dev/full")).start();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(ExitCode.OUR_FAULT);
        assertThat(err).startsWith("farrier: cannot write standard output: ");
    }

    @Test
    void isQuietWhenNobodyReadsOn() throws Exception {
        Process process = hosts("n[1-60000]").start();
        process.getInputStream().close();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(err).isEmpty();
    }
}
