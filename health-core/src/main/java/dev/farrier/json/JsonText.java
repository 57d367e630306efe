package dev.farrier.json;

import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values as JSON. Control characters (C1 and line separators too) and lone surrogates
 * are escaped, so that the text is safe in a line-oriented file and in UTF-8.
 */
final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private final boolean pretty;
    private final StringBuilder out = new StringBuilder();

    JsonText(boolean pretty) {
        this.pretty = pretty;
    }

    String write(@Nullable Object value) {
        append(value, 0);
        return out.toString();
    }

    private void append(@Nullable Object value, int depth) {
        if (depth > Json.DEEPEST) {
            throw new IllegalArgumentException("nested deeper than " + Json.DEEPEST);
        }
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof String text) {
            append(text);
        } else if (value instanceof Number number) {
            append(number);
        } else if (value instanceof Map<?, ?> members) {
            append(members, depth);
        } else if (value instanceof Iterable<?> elements) {
            append(elements, depth);
        } else {
            throw new IllegalArgumentException(
                    "cannot be written as JSON: " + value.getClass().getName());
        }
    }

    private void append(Number number) {
        boolean finite =
                number instanceof Long
                        || number instanceof Integer
                        || number instanceof Short
                        || number instanceof Byte
                        || (number instanceof Double || number instanceof Float)
                                && Double.isFinite(number.doubleValue());
        if (!finite) {
            throw new IllegalArgumentException("cannot be written as JSON: " + number);
        }
        out.append(number);
    }

    private void append(Map<?, ?> members, int depth) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> each = members.entrySet().iterator();
        boolean any = each.hasNext();
        while (each.hasNext()) {
            Map.Entry<?, ?> member = each.next();
            newLine(depth + 1);
            if (!(member.getKey() instanceof String name)) {
                throw new IllegalArgumentException(
                        "cannot be written as JSON: the key " + member.getKey());
            }
            append(name);
            out.append(pretty ? ": " : ":");
            append(member.getValue(), depth + 1);
            if (each.hasNext()) {
                out.append(',');
            }
        }
        if (any) {
            newLine(depth);
        }
        out.append('}');
    }

    private void append(Iterable<?> elements, int depth) {
        out.append('[');
        Iterator<?> each = elements.iterator();
        boolean any = each.hasNext();
        while (each.hasNext()) {
            newLine(depth + 1);
            append(each.next(), depth + 1);
            if (each.hasNext()) {
                out.append(',');
            }
        }
        if (any) {
            newLine(depth);
        }
        out.append(']');
    }

    private void newLine(int depth) {
        if (pretty) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private void append(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Character.isHighSurrogate(c)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1))) {
                        out.append(c).append(text.charAt(++i));
                    } else if (mustBeEscaped(c)) {
                        escape(c);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean mustBeEscaped(char c) {
        return Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || Character.isSurrogate(c);
    }

    private void escape(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt(c >> shift & 0xf));
        }
    }
}
