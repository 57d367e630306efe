package dev.farrier.telemetry.kernel;

/**
 * Goes through a line from left to right. Once something is not there it has failed, and stays so:
 * a line is understood as a whole or not at all.
 */
final class Cursor {
    private static final int MOST_DIGITS = 18;

    private final String text;
    private int at;
    private boolean failed;

    Cursor(String text) {
        this.text = text;
    }

    /** Goes on behind the literal when it is here. */
    boolean skip(String literal) {
        if (failed || !text.startsWith(literal, at)) {
            return false;
        }
        at += literal.length();
        return true;
    }

    Cursor need(String literal) {
        failed |= !skip(literal);
        return this;
    }

    /** Digits. */
    long number() {
        int start = at;
        long value = 0;
        while (at < text.length() && isDigit(text.charAt(at))) {
            value = 10 * value + text.charAt(at++) - '0';
        }
        failed |= at == start || at - start > MOST_DIGITS;
        return failed ? 0 : value;
    }

    /** What lies before the next such literal, which is left behind too. */
    String before(String literal) {
        int end = failed ? -1 : text.indexOf(literal, at);
        return end < 0 ? fail() : cut(end, literal.length());
    }

    /** The same for the last one. */
    String beforeLast(String literal) {
        int end = failed ? -1 : text.lastIndexOf(literal);
        return end < at ? fail() : cut(end, literal.length());
    }

    private String cut(int end, int skipped) {
        String part = text.substring(at, end);
        at = end + skipped;
        return part;
    }

    private String fail() {
        failed = true;
        return "";
    }

    /** A name of a device, a driver, a module: letters, digits and what stands between them. */
    String name() {
        int start = at;
        while (at < text.length() && isOfName(text.charAt(at))) {
            at++;
        }
        failed |= at == start;
        return failed ? "" : text.substring(start, at);
    }

    private static boolean isOfName(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || isDigit(c)
                || c == '_'
                || c == '-'
                || c == '.'
                || c == '!';
    }

    /** A PCI address, {@code 0000:3b:00.0}. */
    String pci() {
        int colon = failed ? -1 : text.indexOf(':', at);
        boolean found =
                colon - at >= 4
                        && colon - at <= 8
                        && isHex(at, colon)
                        && isHex(colon + 1, colon + 3)
                        && is(':', colon + 3)
                        && isHex(colon + 4, colon + 6)
                        && is('.', colon + 6)
                        && isHex(colon + 7, colon + 8);
        return found ? cut(colon + 8, 0) : fail();
    }

    private boolean is(char c, int index) {
        return index < text.length() && text.charAt(index) == c;
    }

    private boolean isHex(int from, int to) {
        if (to > text.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!isDigit(c) && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** All that is left. */
    String rest() {
        return failed ? "" : cut(text.length(), 0);
    }

    boolean atEnd() {
        return !failed && at == text.length();
    }

    boolean hasFailed() {
        return failed;
    }
}
