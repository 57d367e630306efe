package dev.farrier.config;

import dev.farrier.json.JsonFile;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What the YAML parser made of a configuration file, kept in a flat file: to load the parser costs
 * a short run more than all else about the configuration. Only the parser is left out on the way
 * back; declarations, validation and messages are the same.
 *
 * <p>It holds the text that it was made from and is used for exactly that text, so it cannot be
 * stale. Odd content counts as none. All of it big-endian:
 *
 * <pre>
 * file  = FORMAT, CRC-32 of the rest, text, node
 * text  = length in bytes, UTF-8
 * node  = kind (1 byte), line, column, then: scalar = plain (1 byte), text
 *                                            sequence = count, nodes
 *                                            mapping = count, pairs of nodes
 * </pre>
 */
public final class FlatFile {
    /** To be changed with whatever changes what {@link YamlReader} makes of a text. */
    private static final int FORMAT = 0x46524301;

    private static final int HEADER = 8;
    private static final long LARGEST = 8L << 20;
    private static final int DEEPEST = 20;

    private static final byte SCALAR = 1;
    private static final byte SEQUENCE = 2;
    private static final byte MAPPING = 3;

    private final Path path;

    /**
     * @param path where it is, or will be; in a folder that only the owner of the configuration can
     *     write to
     */
    public FlatFile(Path path) {
        this.path = path;
    }

    /** The nodes of exactly this text; empty when there is nothing of use. */
    Optional<YamlNode> read(byte[] yaml) {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            if (!file.isRegularFile() || file.size() > LARGEST) {
                return Optional.empty(); // to read a pipe would be to wait for a writer
            }
            return Optional.ofNullable(decode(Files.readAllBytes(path), yaml));
        } catch (IOException | IllegalArgumentException | BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    /** Replaces it; a failure changes nothing but the cost of the next run. */
    void write(byte[] yaml, YamlNode root) {
        byte[] flat = encode(yaml, root);
        try {
            // What is read back must be what was written; UTF-8 has no lone surrogates, YAML's
            // escapes have.
            if (flat.length <= LARGEST && root.equals(decode(flat, yaml))) {
                JsonFile.replace(path, flat, "rw-------");
            }
        } catch (IOException | IllegalArgumentException | BufferUnderflowException e) {
            // Then the parser is loaded the next time, too.
        }
    }

    private static byte[] encode(byte[] yaml, YamlNode root) {
        Out out = new Out();
        out.integer(FORMAT);
        out.integer(0);
        out.bytes(yaml);
        write(root, out);
        byte[] flat = out.toBytes();
        ByteBuffer.wrap(flat).putInt(4, crc(flat));
        return flat;
    }

    private static @Nullable YamlNode decode(byte[] flat, byte[] yaml) {
        ByteBuffer in = ByteBuffer.wrap(flat);
        if (in.getInt() != FORMAT || in.getInt() != crc(flat) || in.getInt() != yaml.length) {
            return null;
        }
        int start = in.position();
        int end = start + yaml.length;
        if (end > flat.length || !Arrays.equals(flat, start, end, yaml, 0, yaml.length)) {
            return null;
        }
        in.position(end);
        YamlNode root = node(in, 0);
        return in.hasRemaining() ? null : root;
    }

    private static int crc(byte[] flat) {
        CRC32 crc = new CRC32();
        crc.update(flat, Math.min(HEADER, flat.length), Math.max(0, flat.length - HEADER));
        return (int) crc.getValue();
    }

    private static void write(YamlNode node, Out out) {
        if (node instanceof YamlNode.Scalar scalar) {
            out.head(SCALAR, scalar.at());
            out.octet(scalar.plain() ? 1 : 0);
            out.bytes(scalar.text().getBytes(StandardCharsets.UTF_8));
        } else if (node instanceof YamlNode.Sequence sequence) {
            out.head(SEQUENCE, sequence.at());
            out.integer(sequence.entries().size());
            for (YamlNode entry : sequence.entries()) {
                write(entry, out);
            }
        } else if (node instanceof YamlNode.Mapping mapping) {
            out.head(MAPPING, mapping.at());
            out.integer(mapping.entries().size());
            for (YamlNode.Entry entry : mapping.entries()) {
                write(entry.key(), out);
                write(entry.value(), out);
            }
        } else {
            throw new IllegalArgumentException("a broken configuration is not kept");
        }
    }

    private static YamlNode node(ByteBuffer in, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("nested too deeply");
        }
        byte kind = in.get();
        Position at = new Position(in.getInt(), in.getInt());
        switch (kind) {
            case SCALAR -> {
                boolean plain = in.get() == 1;
                return new YamlNode.Scalar(at, text(in), plain);
            }
            case SEQUENCE -> {
                int count = in.getInt();
                List<YamlNode> entries = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    entries.add(node(in, depth + 1));
                }
                return new YamlNode.Sequence(at, entries);
            }
            case MAPPING -> {
                int count = in.getInt();
                List<YamlNode.Entry> entries = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    if (!(node(in, depth + 1) instanceof YamlNode.Scalar key)) {
                        throw new IllegalArgumentException("a key that is no text");
                    }
                    entries.add(new YamlNode.Entry(key, node(in, depth + 1)));
                }
                return new YamlNode.Mapping(at, entries);
            }
            default -> throw new IllegalArgumentException("no node");
        }
    }

    private static String text(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("no text");
        }
        String text =
                new String(
                        in.array(),
                        in.arrayOffset() + in.position(),
                        length,
                        StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    /** A byte array that grows. */
    private static final class Out {
        private ByteBuffer buffer = ByteBuffer.allocate(4096);

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                ByteBuffer larger = ByteBuffer.allocate(2 * buffer.capacity() + bytes);
                larger.put(buffer.flip());
                buffer = larger;
            }
            return buffer;
        }

        void head(byte kind, Position at) {
            octet(kind);
            integer(at.line());
            integer(at.column());
        }

        void octet(int value) {
            room(1).put((byte) value);
        }

        void integer(int value) {
            room(4).putInt(value);
        }

        void bytes(byte[] bytes) {
            integer(bytes.length);
            room(bytes.length).put(bytes);
        }

        byte[] toBytes() {
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }
}
