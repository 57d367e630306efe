package dev.farrier.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFileTest {
    @TempDir private Path folder = Path.of("");

    private Path path() {
        return folder.resolve("lib/state.json");
    }

    private JsonFile.Content<Map<String, Object>> read() throws IOException {
        return new JsonFile(path()).read(Function.identity());
    }

    @Test
    void givesBackWhatWasWritten() throws IOException {
        new JsonFile(path()).write(Map.of("a", 1L));

        assertThat(read().value()).contains(Map.of("a", 1L));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-------");
    }

    @Test
    void leavesNoOtherFileBehind() throws IOException {
        new JsonFile(path()).write(Map.of("a", 1L));
        new JsonFile(path()).write(Map.of("a", 2L));

        try (Stream<Path> files = Files.list(folder.resolve("lib"))) {
            assertThat(files).containsExactly(path());
        }
    }

    @Test
    void isEmptyWithoutAProblemWhenThereIsNoFile() throws IOException {
        assertThat(read())
                .isEqualTo(
                        new JsonFile.Content<>(
                                java.util.Optional.empty(), java.util.Optional.empty()));
    }

    @Test
    void setsAsideWhatIsOfNoUseAndSaysWhy() throws IOException {
        Files.createDirectories(folder.resolve("lib"));
        for (String text : new String[] {"", "{\"a\":", "[1]", "\0\1\2"}) {
            Files.writeString(path(), text);

            assertThat(read().value()).isEmpty();
            assertThat(path()).doesNotExist();
            assertThat(folder.resolve("lib/state.json.unreadable")).hasContent(text);
        }
    }

    @Test
    void setsAsideWhatTheParserRefuses() throws IOException {
        new JsonFile(path()).write(Map.of("a", 1L));

        JsonFile.Content<String> content =
                new JsonFile(path())
                        .read(
                                object -> {
                                    throw new IllegalArgumentException("no streaks in it");
                                });

        assertThat(content.value()).isEmpty();
        assertThat(content.problem().orElseThrow()).contains("no streaks in it");
    }

    @Test
    void keepsTheOldObjectWhenTheNewOneCannotBeWritten() throws IOException {
        new JsonFile(path()).write(Map.of("a", 1L));

        assertThatThrownBy(() -> new JsonFile(path()).write(Map.of("a", new Object())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(read().value()).contains(Map.of("a", 1L));
    }

    @Test
    void setsAsideWhatIsNoFileAndWaitsForNoPipe() throws Exception {
        Files.createDirectories(path());

        assertThat(read().problem().orElseThrow()).contains("not a file");
        new JsonFile(path()).write(Map.of("a", 1L));
        assertThat(read().value()).contains(Map.of("a", 1L));

        Files.delete(path());
        Process mkfifo = new ProcessBuilder("mkfifo", path().toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        assertThat(read().problem().orElseThrow()).contains("not a file");
    }

    @Test
    void leavesWhatIsOfNoUseWhereItIsForWhoOnlyLooks(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("peeked.json");
        Files.writeString(path, "{");
        JsonFile.Content<Map<String, Object>> content = new JsonFile(path).peek(json -> json);
        assertThat(content.value()).isEmpty();
        assertThat(content.problem()).isPresent();
        assertThat(path).exists();
    }
}
