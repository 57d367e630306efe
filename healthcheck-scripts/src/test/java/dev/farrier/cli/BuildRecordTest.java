package dev.farrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The record that make-distribution writes, and what is found to be another build. */
class BuildRecordTest {
    private static final Instant BUILT = Instant.parse("2026-11-30T00:00:00Z");

    @TempDir private Path lib = Path.of("");

    @BeforeEach
    void makeBuild() throws IOException {
        jar("a.jar", "one");
        jar("b-1.0.jar", "two!");
        Files.createDirectories(lib.resolve("people"));
        jar("people/0.jar", "three");
        // printf one >a.jar; printf 'two!' >b-1.0.jar; mkdir people; printf three >people/0.jar
        // sha256sum -- *.jar people/*.jar | sha256sum
        writeRecord(
                """
                3b9d2470169215a337abf06a5d7166bf5fae71bd7bde6c2a6c23fa86b3398023
                3 1795996800 a.jar
                4 1795996800 b-1.0.jar
                5 1795996800 people/0.jar
                """);
    }

    private void jar(String name, String content) throws IOException {
        Path jar = lib.resolve(name);
        Files.writeString(jar, content);
        Files.setLastModifiedTime(jar, FileTime.from(BUILT));
    }

    private void writeRecord(String text) throws IOException {
        Files.writeString(lib.resolve("digest"), text);
    }

    private boolean isCurrent() {
        return BuildRecord.isCurrent(lib.resolve("digest").toString());
    }

    @Test
    void takesTheJarsOfTheBuild() {
        assertThat(isCurrent()).isTrue();
    }

    @Test
    void findsAJarOfAnotherSize() throws IOException {
        jar("b-1.0.jar", "three");

        assertThat(isCurrent()).isFalse();
    }

    @Test
    void findsAJarOfTheSameSizeThatWasWrittenLater() throws IOException {
        Files.writeString(lib.resolve("a.jar"), "two");

        assertThat(isCurrent()).isFalse();
    }

    @Test
    void findsThatAJarIsGone() throws IOException {
        Files.delete(lib.resolve("a.jar"));

        assertThat(isCurrent()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "abc",
                "abc\n",
                "abc\n3 x a.jar\n",
                "abc\n3\n",
                "abc\n3 4\n",
                "\0"
            })
    void takesARecordThatIsNoneForAnotherBuild(String text) throws IOException {
        writeRecord(text);

        assertThat(isCurrent()).isFalse();
        assertThat(BuildRecord.in(lib)).isEmpty();
    }

    @Test
    void hasTheDigestThatSha256sumGives() throws IOException {
        BuildRecord build = BuildRecord.in(lib).orElseThrow();

        assertThat(build.digestNow()).isEqualTo(build.digest());
    }

    @Test
    void hasAnotherDigestWhenAJarWasReplacedUnnoticed() throws IOException {
        jar("a.jar", "two");

        assertThat(isCurrent()).isTrue();
        BuildRecord build = BuildRecord.in(lib).orElseThrow();
        assertThat(build.digestNow()).isNotEqualTo(build.digest());
    }

    @Test
    void hasAnotherDigestWhenAJarWasAdded() throws IOException {
        jar("c.jar", "two");

        BuildRecord build = BuildRecord.in(lib).orElseThrow();
        assertThat(build.digestNow()).isNotEqualTo(build.digest());
    }
}
