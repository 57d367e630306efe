package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.check.CheckKind;
import dev.farrier.check.SiteChecks;
import dev.farrier.check.os.CpuCountCheck;
import dev.farrier.config.ConfigException;
import dev.farrier.config.ConfigReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownChecksTest {
    @TempDir private Path folder = Path.of("");

    /** What a site's jar would hold; here the class is found beside it. */
    public static final class Ours implements SiteChecks {
        @Override
        public List<CheckKind> kinds() {
            CheckKind known = CpuCountCheck.KIND;
            return List.of(
                    new CheckKind(
                            "mysite.cpus",
                            "Counts them our way.",
                            known.settings(),
                            known.faults(),
                            known.maker()));
        }
    }

    /** One that takes an id of ours. */
    public static final class Clashing implements SiteChecks {
        @Override
        public List<CheckKind> kinds() {
            return List.of(CpuCountCheck.KIND);
        }
    }

    private Path jar(String provider) throws IOException {
        Path jar = folder.resolve("site.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + SiteChecks.class.getName()));
            out.write(provider.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return jar;
    }

    @Test
    void findsTheChecksOfASiteAndDescribesThem() throws IOException {
        jar(Ours.class.getName());

        KnownChecks known = KnownChecks.with(folder);

        assertThat(known.kinds()).extracting(CheckKind::id).contains("mysite.cpus", "cpu.count");
        assertThat(ConfigReference.markdown(known.declared())).contains("### mysite.cpus");
    }

    @Test
    void isContentWithoutAnyJar() {
        assertThat(KnownChecks.with(folder)).isSameAs(KnownChecks.OURS);
        assertThat(KnownChecks.with(folder.resolve("missing"))).isSameAs(KnownChecks.OURS);
    }

    @Test
    void refusesAnIdThatIsTaken() throws IOException {
        jar(Clashing.class.getName());

        assertThatThrownBy(() -> KnownChecks.with(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("two checks have the id cpu.count");
    }

    @Test
    void refusesAClassThatIsNotThere() throws IOException {
        jar("no.such.Provider");

        assertThatThrownBy(() -> KnownChecks.with(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cannot be loaded");
    }

    @Test
    void refusesAJarThatSomebodyElseCouldHaveWritten() throws IOException {
        Path jar = jar(Ours.class.getName());
        Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThatThrownBy(() -> KnownChecks.with(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("can be written by others");
    }
}
