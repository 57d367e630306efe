package dev.farrier.journal;

import static java.lang.System.Logger.Level.WARNING;

import dev.farrier.UtcTime;
import dev.farrier.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The append-only record of what was seen, decided and done: one JSON object a line, in the schema
 * {@code farrier-journal/1} of docs/json.md. A journal that cannot be written stops nothing.
 */
public final class Journal {
    public static final String SCHEMA = "farrier-journal/1";

    private final Path path;
    private final long maxSize;
    private final int keep;
    private final InstantSource clock;

    /**
     * @param maxSize bytes after which the file is rotated: {@code journal.jsonl.1} is the newest
     *     of {@code keep} old ones
     */
    public Journal(Path path, long maxSize, int keep, InstantSource clock) {
        this.path = path;
        this.maxSize = maxSize;
        this.keep = keep;
        this.clock = clock;
    }

    /**
     * Appends one line in one write; a torn line of an earlier crash is closed first, so that it
     * spoils only itself.
     */
    public void write(String event, Map<String, ?> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("schema", SCHEMA);
        line.put("at", UtcTime.text(clock.instant()));
        line.put("event", event);
        line.putAll(fields);
        try {
            append(Json.write(line) + "\n");
        } catch (IOException e) {
            System.getLogger(Journal.class.getName())
                    .log(WARNING, "journal " + path + " cannot be written: " + e);
        }
    }

    private void append(String line) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("not a file but something else"); // a pipe would let us wait
        }
        if (Files.exists(path) && Files.size(path) + line.length() > maxSize) {
            rotate();
        }
        try (FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.APPEND),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-r-----")))) {
            String text = endsTorn() ? "\n" + line : line;
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    private boolean endsTorn() throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            return size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
        }
    }

    private void rotate() throws IOException {
        for (int i = keep; i >= 1; i--) {
            Path from = i == 1 ? path : numbered(i - 1);
            if (Files.exists(from)) {
                Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (keep == 0) {
            Files.deleteIfExists(path);
        }
    }

    private Path numbered(int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }
}
