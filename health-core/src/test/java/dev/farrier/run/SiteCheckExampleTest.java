package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.check.SiteChecks;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.HealthConfig;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check that docs/adding-a-check.md shows, made and run as it stands there. */
class SiteCheckExampleTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void isFoundInItsJarAndJudges() throws Exception {
        String page = Files.readString(Path.of("../docs/adding-a-check.md"));
        page = page.substring(page.indexOf("## A site's own check in Java"));
        writeJar(block(page, "java"));
        KnownChecks known = KnownChecks.with(folder.resolve("plugins"));
        HealthConfig config =
                new ConfigReader(known.declared(), HostList::expand)
                        .read(block(page, "yaml").stripIndent(), "farrier.yaml");
        Files.createDirectories(folder.resolve("proc"));
        Files.writeString(folder.resolve("proc/uptime"), "9000000.10 1.00\n");
        Sources sources = new Sources(new Machine(folder, new FakeCommandRunner()));

        List<CheckInstance<?>> checks =
                ConfiguredChecks.of(
                        config, known, sources, new NodeName("node01"), Optional.empty());

        assertThat(checks).hasSize(1);
        assertThat(look(checks.get(0)).findings())
                .extracting(Finding::code, Finding::message)
                .containsExactly(tuple("mysite.uptime.long", "not booted for 104 d"));
    }

    private static <T extends Observation> Examination look(CheckInstance<T> check)
            throws Exception {
        Reading<T> reading = check.source().read(Deadline.in(Duration.ofMinutes(1)));
        return check.check().examine(((Reading.Present<T>) reading).value());
    }

    private static String block(String page, String language) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private void writeJar(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("MySite.java"), source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String path = System.getProperty("java.class.path");
        int compiled =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", path, "-d", "" + classes, "" + file);
        assertThat(compiled).isZero();

        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        Path jar = plugins.resolve("site.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                DirectoryStream<Path> all = Files.newDirectoryStream(classes)) {
            for (Path each : all) {
                out.putNextEntry(new JarEntry("" + each.getFileName()));
                Files.copy(each, out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/" + SiteChecks.class.getName()));
            out.write("MySite".getBytes(StandardCharsets.UTF_8));
        }
        Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    }
}
