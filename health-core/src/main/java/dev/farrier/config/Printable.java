package dev.farrier.config;

import java.util.Locale;

/** Text from a file made safe for a terminal and for one line. */
final class Printable {
    private Printable() {}

    /** The text with each character that a terminal could act on spelled as its code point. */
    static String text(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (is(c)) {
                safe.appendCodePoint(c);
            } else {
                safe.append(escaped(c));
            }
            i += Character.charCount(c);
        }
        return safe.toString();
    }

    /** Whether it shows as itself: no control, no change of direction, no line separator. */
    static boolean is(int codePoint) {
        if (codePoint >= ' ' && codePoint <= '~') {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /** As YAML and JSON spell it between double quotes; YAML alone beyond U+FFFF. */
    static String escaped(int codePoint) {
        return String.format(Locale.ROOT, codePoint > 0xffff ? "\\U%08x" : "\\u%04x", codePoint);
    }

    static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }
}
