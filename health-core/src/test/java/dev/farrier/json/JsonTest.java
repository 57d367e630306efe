package dev.farrier.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    private static final JsonFactory JACKSON =
            JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    @Test
    void readsEachKindOfValue() {
        assertThat(
                        Json.read(
                                "{\"s\":\"a\\u00e9\",\"l\":-7,\"d\":1.5,\"t\":true,\"n\":null,\"a\":[1,[]]}"))
                .isEqualTo(expected());
    }

    private static Map<String, Object> expected() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("s", "aé");
        map.put("l", -7L);
        map.put("d", 1.5);
        map.put("t", true);
        map.put("n", null);
        map.put("a", List.of(1L, List.of()));
        return map;
    }

    @Test
    void keepsTheOrderOfTheKeys() {
        Object read = Json.read("{\"z\":1,\"a\":2,\"m\":3}");

        assertThat(read)
                .asInstanceOf(MAP)
                .containsExactly(Map.entry("z", 1L), Map.entry("a", 2L), Map.entry("m", 3L));
    }

    @Test
    void readsAnIntegerBeyondLongAsDouble() {
        assertThat(Json.read("18446744073709551614")).isEqualTo(1.8446744073709552E19);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"a\":1,\"a\":2}       | line 1, column 8  | the key 'a' is there twice",
                "{} x                    | line 1, column 4  | behind the end",
                "{} {}                   | line 1, column 4  | behind the end",
                "[1,]                    | line 1, column 4  | ']' where a value should be",
                "[1 2]                   | line 1, column 4  | where ',' or ']' should be",
                "{\"a\" 1}               | line 1, column 6  | '1' where ':' should be",
                "{a: 1}                  | line 1, column 2  | 'a' where a key in quotes should be",
                "{\"a\":1,}              | line 1, column 8  | where a key in quotes should be",
                "NaN                     | line 1, column 1  | 'N' where a value should be",
                "nul                     | line 1, column 1  | where a value should be",
                "+1                      | line 1, column 1  | '+' where a value should be",
                "01                      | line 1, column 2  | behind the end",
                "1.                      | line 1, column 3  | ends too early",
                "-x                      | line 1, column 2  | 'x' where a digit should be",
                "1e                      | line 1, column 3  | ends too early",
                "1e999                   | line 1, column 1  | too large",
                "[\"abc                  | line 1, column 6  | ends too early",
                "\"\\x\"                   | line 1, column 3  | 'x' where an escape should be",
                "\"\\u12G4\"               | line 1, column 6  | where four hexadecimal digits",
                "'a'                     | line 1, column 1  | where a value should be",
                "// no                   | line 1, column 1  | '/' where a value should be",
            })
    void saysWhereAndWhatIsWrong(String text, String where, String what) {
        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(where)
                .hasMessageContaining(what);
    }

    @Test
    void refusesControlCharactersInAString() {
        assertThatThrownBy(() -> Json.read("\"a\tb\""))
                .hasMessage(
                        "line 1, column 3: the character 9 where a character that a string may"
                                + " have should be");
    }

    @Test
    void readsEveryEscape() {
        assertThat(Json.read("\"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\ud83d\\ude00y\""))
                .isEqualTo("x\"\\/\b\f\n\r\té\ud83d\ude00y");
    }

    /** Jackson is an independent reader of the same grammar. */
    @Property(tries = 3_000)
    void agreesWithJackson(@ForAll("damaged") String text) throws IOException {
        @Nullable Object ours;
        try {
            ours = Json.read(text);
        } catch (IllegalArgumentException e) {
            ours = e.getClass();
        }
        assertThat(ours).isEqualTo(jacksons(text));
    }

    private static @Nullable Object jacksons(String text) throws IOException {
        try (JsonParser parser = JACKSON.createParser(text)) {
            if (parser.nextToken() == null) {
                return IllegalArgumentException.class;
            }
            Object value = jacksons(parser);
            return parser.nextToken() == null ? value : IllegalArgumentException.class;
        } catch (JsonProcessingException e) {
            return IllegalArgumentException.class;
        }
    }

    private static @Nullable Object jacksons(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, jacksons(parser));
                }
                return members;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(jacksons(parser));
                }
                return elements;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                    return parser.getLongValue();
                }
                double value = parser.getDoubleValue();
                if (Double.isInfinite(value)) {
                    throw new JsonParseException(parser, "too large");
                }
                return value;
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            case VALUE_STRING -> {
                return parser.getText();
            }
            default -> {
                return null;
            }
        }
    }

    @Provide
    Arbitrary<String> damaged() {
        Arbitrary<String> token =
                Arbitraries.of(
                        "{",
                        "}",
                        "[",
                        "]",
                        ",",
                        ":",
                        "\"a\"",
                        "\"b\\u0041\"",
                        "\"",
                        "\\",
                        "0",
                        "-1",
                        "1.5e3",
                        "-",
                        "01",
                        "1.",
                        ".5",
                        "true",
                        "fals",
                        "false",
                        " ",
                        "\n",
                        "9",
                        "9223372036854775808",
                        "\"\\ud800\"",
                        "\u0000",
                        "é",
                        "/",
                        "1E-2",
                        "tru");
        Arbitrary<String> mix = token.list().ofMaxSize(9).map(parts -> String.join("", parts));
        Arbitrary<String> good = values().map(Json::write);
        return Arbitraries.oneOf(
                mix,
                good,
                Combinators.combine(good, token, Arbitraries.integers().between(0, 40))
                        .as(
                                (text, part, index) -> {
                                    int where = Math.min(index, text.length());
                                    return text.substring(0, where) + part + text.substring(where);
                                }));
    }

    @Test
    void countsLines() {
        assertThatThrownBy(() -> Json.read("{\n\n  \"a\": ?\n}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 3, column 8: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n ",
                "\u0000\u0001\u0002",
                "\u007fELF\ufffd\ufffd",
                "PK\u0003\u0004"
            })
    void refusesEmptyAndBinaryText(String text) {
        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line ");
    }

    @Test
    void refusesEveryCutOfADocument() {
        String whole = Json.writePretty(expected()).strip();

        for (int end = 0; end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            assertThatThrownBy(() -> Json.read(cut))
                    .as(cut)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesWhatIsNestedTooDeeply() {
        assertThat(Json.read("[".repeat(100) + "]".repeat(100))).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.read("[".repeat(101) + "]".repeat(101)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deeper than 100");
        assertThatThrownBy(() -> Json.read("{\"a\":".repeat(1_000_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deeper than 100");
    }

    @Test
    void readsALargeDocument() {
        String element = "{\"name\":\"node\",\"state\":[\"IDLE\"]},";
        String text = "[" + element.repeat(100_000) + "0]";

        assertThat((List<?>) Json.read(text)).hasSize(100_001);
    }

    @Test
    void refusesATextThatIsTooLong() {
        String text = "\"" + "a".repeat(Json.LONGEST) + "\"";

        assertThatThrownBy(() -> Json.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 67108864");
    }

    @Test
    void writesOneLineWithoutBlanks() {
        assertThat(Json.write(expected()))
                .isEqualTo("{\"s\":\"aé\",\"l\":-7,\"d\":1.5,\"t\":true,\"n\":null,\"a\":[1,[]]}");
    }

    @Test
    void writesSeveralLinesForPeople() {
        assertThat(Json.writePretty(Map.of("a", List.of(1, Map.of()))))
                .isEqualTo("{\n  \"a\": [\n    1,\n    {}\n  ]\n}\n");
    }

    @Test
    void escapesWhatWouldBreakALineOrATerminal() {
        assertThat(Json.write("\"\\\n\r\t\u001b[31m\u0085\u2028\ud800x"))
                .isEqualTo("\"\\\"\\\\\\n\\r\\t\\u001b[31m\\u0085\\u2028\\ud800x\"");
        assertThat(Json.write("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    }

    @Test
    void refusesToWriteWhatIsNoJson() {
        for (Object value : Arrays.asList(Double.NaN, new Object(), Map.of(1, 2), 'c')) {
            assertThatThrownBy(() -> Json.write(value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("cannot be written as JSON: ");
        }
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertThatThrownBy(() -> Json.write(cycle)).hasMessageContaining("deeper than 100");
    }

    @Test
    void writesAnyCollection() {
        assertThat(Json.write(Set.of("a"))).isEqualTo("[\"a\"]");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void readsBackWhatItWrote(@ForAll("values") Object value) {
        assertThat(Json.read(Json.write(value))).isEqualTo(value);
        assertThat(Json.read(Json.writePretty(value))).isEqualTo(value);
        assertThat(Json.write(value)).doesNotContain("\n");
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> leaf =
                Arbitraries.oneOf(
                        Arbitraries.strings().ofMaxLength(8).asGeneric(),
                        Arbitraries.longs().asGeneric(),
                        Arbitraries.doubles().asGeneric(),
                        Arbitraries.of(true, false).asGeneric());
        return nested(nested(leaf));
    }

    private static Arbitrary<Object> nested(Arbitrary<Object> inner) {
        return Arbitraries.oneOf(
                inner,
                inner.list().ofMaxSize(3).map(List::copyOf),
                Arbitraries.maps(Arbitraries.strings().ofMaxLength(4), inner)
                        .ofMaxSize(3)
                        .map(Map::copyOf));
    }
}
