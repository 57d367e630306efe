package dev.farrier.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * What a colleague needs to judge a case, without what tells whose it is: texts are gathered whole,
 * then written with stand-ins. Follows no link; a file is taken from its end when it is large.
 */
final class SupportBundle {
    /** Bytes of one file. */
    static final int LONGEST_FILE = 1 << 20;

    private static final int LONGEST_IN_ALL = 16 << 20;
    private static final String LIST = "contents.txt";

    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> remarks = new LinkedHashMap<>();
    private final StandIns standIns = new StandIns();
    private int length;

    /** A text of our own making. */
    void add(String name, String text, String remark) {
        if (length + text.length() > LONGEST_IN_ALL) {
            remarks.put(name, "left out: the bundle would be too large");
            return;
        }
        length += text.length();
        texts.put(name, text);
        remarks.put(name, remark);
        standIns.learn(text);
    }

    /** The end of a file; what cannot be read is said in the list. */
    void addFile(String name, Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                remarks.put(
                        name,
                        Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                                ? "left out: a link, or no regular file"
                                : "not there");
                return;
            }
            add(name, end(file), file.toString());
        } catch (NoSuchFileException gone) {
            remarks.put(name, "not there");
        } catch (IOException unreadable) {
            remarks.put(name, "left out: " + unreadable);
        }
    }

    private static String end(Path file) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long skipped = Math.max(0, channel.size() - LONGEST_FILE);
            channel.position(skipped);
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST_FILE);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // the kernel's files give a part at a time, and no size
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            int line = skipped == 0 ? -1 : text.indexOf('\n');
            return text.substring(line + 1);
        }
    }

    void learnHost(String name) {
        standIns.learnHost(name);
    }

    void learnUser(String name) {
        standIns.learnUser(name);
    }

    /** Hosts that the notes of hooks name: the sixth of the fields of a line. */
    void learnHooks(String notes) {
        for (String line : notes.lines().toList()) {
            String[] field = line.split(" ", -1);
            if (field.length > 5 && field[5].length() > 1) {
                learnHost(field[5]);
            }
        }
    }

    /** Each file of the bundle and where it is from, or why it is left out. */
    List<String> contents() {
        List<String> lines = new ArrayList<>();
        remarks.forEach(
                (name, remark) -> {
                    String text = texts.get(name);
                    lines.add(
                            name
                                    + ": "
                                    + (text == null ? "" : text.length() + " characters, ")
                                    + remark);
                });
        return lines;
    }

    /** How many originals of each kind are replaced; to be asked when it is written. */
    Map<String, Integer> replaced() {
        return standIns.counts();
    }

    /**
     * Writes the archive, readable by its owner only.
     *
     * @param folder that the files lie in within the archive
     * @throws java.nio.file.FileAlreadyExistsException when there is such a file, or a link
     */
    void write(Path archive, String folder, Instant now) throws IOException {
        try (SeekableByteChannel channel =
                        Files.newByteChannel(
                                archive,
                                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                PosixFilePermissions.asFileAttribute(
                                        PosixFilePermissions.fromString("rw-------")));
                OutputStream out = new GZIPOutputStream(Channels.newOutputStream(channel))) {
            TarWriter tar = new TarWriter(out, now);
            String list = String.join("\n", contents()) + "\n";
            tar.add(folder + "/" + LIST, bytes(list));
            for (Map.Entry<String, String> text : texts.entrySet()) {
                tar.add(folder + "/" + text.getKey(), bytes(text.getValue()));
            }
            tar.finish();
        }
    }

    private byte[] bytes(String text) {
        return standIns.applyTo(text).getBytes(StandardCharsets.UTF_8);
    }
}
