package dev.farrier.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: {@code LinkedHashMap<String, Object>} in the order of the text, {@code
 * List<Object>}, {@code String}, {@code Long}, {@code Double}, {@code Boolean} and {@code null}.
 *
 * <p>Strict: one value, nothing behind it, no key twice in an object, at most {@value #DEEPEST}
 * levels and {@value #LONGEST} characters. Integers beyond the range of {@code long} are read as
 * {@code Double}.
 */
public final class Json {
    /** Levels of arrays and objects. */
    static final int DEEPEST = 100;

    /** Characters: ten times what {@code scontrol --json} prints of 2,000 nodes. */
    static final int LONGEST = 64 * 1024 * 1024;

    private Json() {}

    /**
     * @throws IllegalArgumentException when the text is not exactly one JSON value; the message
     *     starts with line and column
     */
    public static @Nullable Object read(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "JSON of " + text.length() + " characters; at most " + LONGEST + " are read");
        }
        return new JsonReader(text).read();
    }

    /**
     * Reads a text that must be an object.
     *
     * @throws IllegalArgumentException when it is none, as {@link #read} says it
     */
    @SuppressWarnings("unchecked") // read makes maps with text keys only
    public static Map<String, Object> object(String text) {
        if (read(text) instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw new IllegalArgumentException("not a JSON object");
    }

    /** The value in one line, without a line end. */
    public static String write(@Nullable Object value) {
        return new JsonText(false).write(value);
    }

    /** The value over several lines, two blanks a level, with a line end behind it. */
    public static String writePretty(@Nullable Object value) {
        return new JsonText(true).write(value) + "\n";
    }
}
