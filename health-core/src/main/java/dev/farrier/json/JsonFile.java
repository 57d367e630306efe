package dev.farrier.json;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * A small file that holds one JSON object and is only ever replaced as a whole: whoever reads it
 * sees the old object or the new one, also after a crash.
 */
public final class JsonFile {
    private static final long LARGEST = 1L << 20;

    private static final Set<StandardOpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final AtomicLong COUNT = new AtomicLong();

    private final Path path;

    public JsonFile(Path path) {
        this.path = path;
    }

    /**
     * What was found when the file was read.
     *
     * @param value empty when there is no file, or none of use
     * @param problem when it was there and of no use; once {@link #read} it lies beside, as {@code
     *     <name>.unreadable}, and this is for the journal
     */
    public record Content<T>(Optional<T> value, Optional<String> problem) {}

    /**
     * Reads the object. A file of no use is moved aside, so that nothing is lost and nothing stays
     * broken.
     *
     * @param parse throws IllegalArgumentException when the object is not what it should be
     */
    public <T> Content<T> read(Function<Map<String, Object>, T> parse) throws IOException {
        Content<T> found = peek(parse);
        if (found.problem().isEmpty()) {
            return found;
        }
        Path aside = path.resolveSibling(path.getFileName() + ".unreadable");
        Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
        String problem =
                path + " is of no use, moved to " + aside + ": " + found.problem().orElseThrow();
        return new Content<>(Optional.empty(), Optional.of(problem));
    }

    /** The same, but what is of no use stays where it is. */
    public <T> Content<T> peek(Function<Map<String, Object>, T> parse) throws IOException {
        String why;
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            if (!file.isRegularFile()) {
                why = "not a file but something else"; // reading a pipe would wait for a writer
            } else if (file.size() > LARGEST) {
                why = "larger than " + LARGEST + " bytes";
            } else {
                String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
                return new Content<>(Optional.of(parse.apply(Json.object(text))), Optional.empty());
            }
        } catch (NoSuchFileException e) {
            return new Content<>(Optional.empty(), Optional.empty());
        } catch (IllegalArgumentException e) {
            why = String.valueOf(e.getMessage());
        }
        return new Content<>(Optional.empty(), Optional.of(why));
    }

    /** Replaces the file, readable by its owner only; its folder is made when missing. */
    public void write(Map<String, ?> object) throws IOException {
        replace(path, Json.write(object) + "\n", "rw-------");
    }

    /** Unlike a random name, this costs no start of the security providers. */
    private static String unique() {
        return ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    }

    /** Replaces a file by rename, so that no reader ever sees a part of it. */
    public static void replace(Path path, String text, String permissions) throws IOException {
        replace(path, text.getBytes(StandardCharsets.UTF_8), permissions);
    }

    /** The same for what is no text. */
    public static void replace(Path path, byte[] content, String permissions) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            throw new FileSystemException(path.toString(), null, "not a file");
        }
        Files.createDirectories(folder);
        Path next = folder.resolve("." + path.getFileName() + "." + unique() + ".new");
        Files.deleteIfExists(next); // of an earlier process of our number that was killed
        try {
            try (FileChannel channel = FileChannel.open(next, NEW, OURS_ALONE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(false);
            }
            Files.setPosixFilePermissions(next, PosixFilePermissions.fromString(permissions));
            Files.move(
                    next,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
