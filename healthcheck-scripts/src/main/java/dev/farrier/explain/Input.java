package dev.farrier.explain;

import dev.farrier.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One file of captured output. */
public final class Input {
    private static final Set<String> SYSFS =
            Set.of(
                    "block",
                    "bus",
                    "class",
                    "dev",
                    "devices",
                    "firmware",
                    "fs",
                    "hypervisor",
                    "kernel",
                    "module",
                    "power");
    private static final String NOW = "sys";
    private static final String LATER = "sys-later";

    private final String path;
    private final String text;
    private final boolean binary;
    private final Optional<Tree> tree;
    private boolean jsonRead;
    private @Nullable Object json;

    /**
     * Where a file lies in a captured {@code /sys}.
     *
     * @param path with a leading slash, from below {@code sys}: {@code /class/net/ib0/mtu}
     * @param later whether the tree was captured an interval later ({@code sys-later/…})
     */
    public record Tree(String path, boolean later) {}

    /**
     * @param path as it was named, with {@code /} between its parts
     * @param bytes malformed UTF-8 is replaced, as it is where a command's output is read
     */
    public Input(String path, byte[] bytes) {
        this.path = path;
        this.binary = holdsZero(bytes);
        this.text = new String(bytes, StandardCharsets.UTF_8);
        this.tree = treeOf(path);
    }

    private static boolean holdsZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Tree> treeOf(String path) {
        String[] part = path.split("/", -1);
        int length = 0;
        for (int i = 0; i < part.length - 1; i++) {
            length += part[i].length() + 1;
            boolean later = part[i].equals(LATER);
            if ((later || part[i].equals(NOW)) && SYSFS.contains(part[i + 1])) {
                return Optional.of(new Tree(path.substring(length - 1), later));
            }
        }
        return Optional.empty();
    }

    public String path() {
        return path;
    }

    /** The last part of the path. */
    public String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    public String text() {
        return text;
    }

    /** Whether it holds a zero byte, which no text that is understood here does. */
    public boolean isBinary() {
        return binary;
    }

    /** Where it lies in a captured {@code /sys}; empty when it does not. */
    public Optional<Tree> tree() {
        return tree;
    }

    /** The text without its line end, as the attributes of sysfs are read. */
    public String value() {
        return text.strip();
    }

    /** The value when the text is one of JSON; null when it is not, or the value null. */
    public @Nullable Object json() {
        if (!jsonRead) {
            jsonRead = true;
            char first = firstOf(text);
            if (!binary && (first == '{' || first == '[')) {
                try {
                    json = Json.read(text);
                } catch (IllegalArgumentException notJson) {
                    json = null;
                }
            }
        }
        return json;
    }

    private static char firstOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return text.charAt(i);
            }
        }
        return 0;
    }

    /** The first line that is not blank; empty when there is none. */
    public String firstLine() {
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            String line = text.substring(start, end < 0 ? text.length() : end);
            if (!line.isBlank()) {
                return line;
            }
            start = end < 0 ? text.length() : end + 1;
        }
        return "";
    }

    /**
     * What a parser makes of the text.
     *
     * @throws IllegalArgumentException naming this file, and what the parser said of it
     */
    public <T> T read(Function<String, T> parser) {
        if (binary) {
            throw wrong("line " + (1 + linesBefore(text.indexOf('\0'))) + " is binary");
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    wrong(String.valueOf(refused.getMessage())).getMessage(), refused);
        }
    }

    private long linesBefore(int end) {
        return text.substring(0, Math.max(end, 0)).chars().filter(c -> c == '\n').count();
    }

    /** To be thrown: it names this file. */
    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(path + ": " + what);
    }

    @Override
    public String toString() {
        return path;
    }
}
