package dev.farrier.action;

import java.util.Optional;

/**
 * Makes of what a person typed a text that every scheduler keeps and prints in one line: no control
 * characters, no double quotes, bars or square brackets, no blanks around it, at most {@value
 * #LONGEST} characters.
 */
public final class ReasonText {
    /** Characters (code points); Slurm keeps more, but its tables become unreadable. */
    public static final int LONGEST = 200;

    private ReasonText() {}

    /**
     * @return the text to send; empty when nothing is left of it, and then it must be refused
     */
    public static Optional<String> clean(String typed) {
        String text = withoutOuterQuotes(oneLine(typed).strip()).strip();
        String cut = plain(text).strip();
        return cut.isEmpty() ? Optional.empty() : Optional.of(cut);
    }

    private static String oneLine(String typed) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < typed.length(); i++) {
            char c = typed.charAt(i);
            if (c == '\n' || c == '\t' || c == '\u2028' || c == '\u2029') {
                line.append(' ');
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < typed.length()
                    && Character.isLowSurrogate(typed.charAt(i + 1))) {
                line.append(c).append(typed.charAt(++i));
            } else if (!Character.isISOControl(c) && !Character.isSurrogate(c)) {
                line.append(c);
            }
        }
        return line.toString();
    }

    /** A pair around the whole; not the first and the last of {@code "a" and "b"}. */
    private static String withoutOuterQuotes(String text) {
        int last = text.length() - 1;
        if (last < 1) {
            return text;
        }
        char quote = text.charAt(0);
        boolean pair =
                (quote == '"' || quote == '\'')
                        && text.charAt(last) == quote
                        && text.indexOf(quote, 1) == last;
        return pair ? text.substring(1, last) : text;
    }

    private static String plain(String text) {
        int end =
                text.codePointCount(0, text.length()) > LONGEST
                        ? text.offsetByCodePoints(0, LONGEST)
                        : text.length();
        StringBuilder plain = new StringBuilder(end);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            plain.append(
                    switch (c) {
                        case '"' -> '\'';
                        case '|' -> '/';
                        case '[' -> '(';
                        case ']' -> ')';
                        default -> c;
                    });
        }
        return plain.toString();
    }
}
