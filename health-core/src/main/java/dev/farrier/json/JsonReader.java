package dev.farrier.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of RFC 8259 and nothing beyond it. Our own, since a refresh reads two small files
 * and starting a library for them took more than all its checks (docs/adr/0007).
 */
final class JsonReader {
    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    /**
     * The one value that the text is.
     *
     * @throws IllegalArgumentException when it is not; the message starts with line and column
     */
    @Nullable Object read() {
        skipBlanks();
        if (at == text.length()) {
            throw refused("no value: the text is empty");
        }
        Object value = value(0);
        skipBlanks();
        if (at < text.length()) {
            throw refused("text behind the end of the value");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        return switch (peek()) {
            case '{' -> object(deeper(depth));
            case '[' -> array(deeper(depth));
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw unexpected("a value");
        };
    }

    private int deeper(int depth) {
        if (depth == Json.DEEPEST) {
            throw refused("nested deeper than " + Json.DEEPEST);
        }
        return depth + 1;
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return members;
        }
        while (true) {
            if (peek() != '"') {
                throw unexpected("a key in quotes");
            }
            int start = at;
            String name = string();
            if (members.containsKey(name)) {
                at = start;
                throw refused("the key '" + name + "' is there twice");
            }
            skipBlanks();
            expect(':', "':'");
            skipBlanks();
            members.put(name, value(depth));
            skipBlanks();
            if (peek() == '}') {
                at++;
                return members;
            }
            expect(',', "',' or '}'");
            skipBlanks();
        }
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth));
            skipBlanks();
            if (peek() == ']') {
                at++;
                return elements;
            }
            expect(',', "',' or ']'");
            skipBlanks();
        }
    }

    private String string() {
        int start = ++at;
        while (true) {
            char c = peek();
            if (c == '"') {
                return text.substring(start, at++);
            }
            if (c == '\\') {
                return escaped(start);
            }
            requirePrintable(c);
            at++;
        }
    }

    /** A string from its first backslash on. */
    private String escaped(int start) {
        StringBuilder out = new StringBuilder(64);
        out.append(text, start, at);
        while (true) {
            char c = peek();
            if (c == '"') {
                at++;
                return out.toString();
            }
            if (c == '\\') {
                at++;
                out.append(escape());
            } else {
                requirePrintable(c);
                out.append(c);
                at++;
            }
        }
    }

    private char escape() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw unexpected("an escape");
            }
        };
    }

    private char unicode() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw unexpected("four hexadecimal digits");
            }
            value = value << 4 | digit;
            at++;
        }
        return (char) value;
    }

    private void requirePrintable(char c) {
        if (c < ' ') {
            throw unexpected("a character that a string may have");
        }
    }

    private Number number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        boolean whole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            whole = false;
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            whole = false;
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        return whole ? integer(start) : real(start);
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            peek();
            throw unexpected("a digit");
        }
    }

    private Number integer(int start) {
        try {
            return Long.parseLong(text, start, at, 10);
        } catch (NumberFormatException e) {
            return real(start); // beyond the range of long
        }
    }

    private Number real(int start) {
        double value = Double.parseDouble(text.substring(start, at));
        if (Double.isInfinite(value)) {
            at = start;
            throw refused("a number that is too large");
        }
        return value;
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected("a value");
        }
        at += word.length();
        return value;
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return;
            }
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw refused("the text ends too early");
        }
        return text.charAt(at);
    }

    private void expect(char c, String what) {
        if (peek() != c) {
            throw unexpected(what);
        }
        at++;
    }

    private IllegalArgumentException unexpected(String expected) {
        char c = text.charAt(at);
        String shown = c > ' ' && c <= '~' ? "'" + c + "'" : "the character " + (int) c;
        return refused(shown + " where " + expected + " should be");
    }

    private IllegalArgumentException refused(String what) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new IllegalArgumentException(
                "line " + line + ", column " + (at - lineStart + 1) + ": " + what);
    }
}
