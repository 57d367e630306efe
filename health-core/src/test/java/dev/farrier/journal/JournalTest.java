package dev.farrier.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.farrier.NodeName;
import dev.farrier.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final NodeName NODE = new NodeName("n1");

    @TempDir private Path folder = Path.of("");

    private Path path() {
        return folder.resolve("log/journal.jsonl");
    }

    private Journal journal(long maxSize) {
        return new Journal(
                path(), maxSize, 2, InstantSource.fixed(Instant.parse("2026-11-30T10:00:00Z")));
    }

    private JournalReader.Story story() throws IOException {
        return new JournalReader(path(), 2).about(NODE);
    }

    private static Map<String, Object> about(String node, int number) {
        return Map.of("node", node, "number", number);
    }

    @Test
    void writesOneObjectALine() throws IOException {
        journal(1 << 20).write("report", Map.of("what", "line\nbreak \u001b[31m"));

        List<String> lines = Files.readAllLines(path());
        assertThat(lines).hasSize(1);
        assertThat(Json.object(lines.get(0)))
                .containsEntry("schema", "farrier-journal/1")
                .containsEntry("at", "2026-11-30T10:00:00Z")
                .containsEntry("what", "line\nbreak \u001b[31m");
    }

    @Test
    void losesOnlyTheLineThatACrashTore() throws IOException {
        Journal journal = journal(1 << 20);
        journal.write("decision", about("n1", 1));
        Files.writeString(path(), "{\"schema\":\"farrier-jou", StandardOpenOption.APPEND);
        journal.write("decision", about("n1", 2));

        assertThat(story().events())
                .extracting(event -> event.get("number"))
                .containsExactly(1L, 2L);
        assertThat(story().skipped()).isEqualTo(1);
    }

    @Test
    void readsBinaryLinesAsSkipped() throws IOException {
        Files.createDirectories(folder.resolve("log"));
        Files.write(path(), new byte[] {0, (byte) 0xff, '\n', '{', '\n', '[', ']', '\n'});
        journal(1 << 20).write("decision", about("n1", 1));

        assertThat(story().events()).hasSize(1);
        assertThat(story().skipped()).isEqualTo(3);
    }

    @Test
    void tellsOnlyOfTheNodeThatWasAskedFor() throws IOException {
        journal(1 << 20).write("decision", about("n10", 1));

        assertThat(story().events()).isEmpty();
    }

    @Test
    void rotatesAndReadsTheOldFilesFirst() throws IOException {
        Journal journal = journal(300);
        for (int i = 0; i < 9; i++) {
            journal.write("decision", about("n1", i));
        }

        assertThat(Files.size(path())).isLessThanOrEqualTo(300);
        assertThat(folder.resolve("log/journal.jsonl.2")).exists();
        assertThat(folder.resolve("log/journal.jsonl.3")).doesNotExist();
        assertThat(story().events())
                .extracting(event -> (Long) event.get("number"))
                .isSorted()
                .endsWith(8L);
    }

    @Test
    void survivesACopyThatTruncatesIt() throws IOException {
        Journal journal = journal(1 << 20);
        journal.write("decision", about("n1", 1));
        Files.write(path(), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        journal.write("decision", about("n1", 2));

        assertThat(story().events()).hasSize(1);
        assertThat(Files.readString(path(), StandardCharsets.UTF_8)).startsWith("{");
    }

    @Test
    void stopsNothingWhenItCannotBeWritten() throws IOException {
        Files.writeString(folder.resolve("log"), "a file where the folder should be");

        assertThatCode(() -> journal(1 << 20).write("decision", about("n1", 1)))
                .doesNotThrowAnyException();
    }

    @Test
    void isForRootAndItsGroup() throws IOException {
        journal(1 << 20).write("decision", about("n1", 1));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .startsWith("rw-")
                .endsWith("---");
    }

    @Test
    void waitsForNoReaderWhereAPipeTookItsPlace() throws Exception {
        Files.createDirectories(folder.resolve("log"));
        Process mkfifo = new ProcessBuilder("mkfifo", path().toString()).start();
        assertThat(mkfifo.waitFor()).isZero();

        assertThatCode(() -> journal(1 << 20).write("decision", about("n1", 1)))
                .doesNotThrowAnyException();
    }
}
