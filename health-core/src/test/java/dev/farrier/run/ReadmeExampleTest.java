package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java lines of the README, compiled and run as they stand there. */
class ReadmeExampleTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void getsAVerdictFromTheLinesOfTheReadme() throws Exception {
        Matcher block =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Example.java"), block.group(1));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

        int compiled =
                compiler.run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());

        assertThat(compiled).isZero();
        assertThat(run()).matches("(?s)node01 is (healthy|degraded|unhealthy|unknown)\n.*");
    }

    private String run() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Example")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
