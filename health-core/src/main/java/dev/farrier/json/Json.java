package dev.farrier.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEEPEST + 1)
                                    .maxStringLength(LONGEST)
                                    .build())
                    .build();

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
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                throw refused(parser.currentLocation(), "no value: the text is empty");
            }
            Object value = value(parser, 0);
            if (parser.nextToken() != null) {
                throw refused(parser.currentTokenLocation(), "text behind the end of the value");
            }
            return value;
        } catch (JsonProcessingException broken) {
            throw refused(broken.getLocation(), broken.getOriginalMessage());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // a String does not fail to be read
        }
    }

    private static @Nullable Object value(JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser, deeper(parser, depth));
            case START_ARRAY -> array(parser, deeper(parser, depth));
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> finite(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw refused(parser.currentTokenLocation(), "not a value: " + token);
        };
    }

    private static int deeper(JsonParser parser, int depth) {
        if (depth == DEEPEST) {
            throw refused(parser.currentTokenLocation(), "nested deeper than " + DEEPEST);
        }
        return depth + 1;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser, int depth)
            throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser, depth));
        }
        return members;
    }

    private static List<@Nullable Object> array(JsonParser parser, int depth) throws IOException {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser, depth));
        }
        return elements;
    }

    private static Number integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> finite(parser);
        };
    }

    private static Double finite(JsonParser parser) throws IOException {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            throw refused(parser.currentTokenLocation(), "a number that is too large");
        }
        return value;
    }

    private static IllegalArgumentException refused(@Nullable JsonLocation where, String what) {
        String place =
                where == null
                        ? ""
                        : "line " + where.getLineNr() + ", column " + where.getColumnNr() + ": ";
        return new IllegalArgumentException(place + what);
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
