package dev.farrier.cli;

/** Text from a node as a terminal may safely show it. */
final class TerminalText {
    private TerminalText() {}

    /**
     * With control characters (line ends and tabs excepted) and what reorders a line spelled out:
     * {@code \\u001b}.
     */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\t' || !isRisky(c)) {
                safe.append(c);
            } else {
                safe.append(String.format("\\u%04x", (int) c));
            }
        }
        return safe.toString();
    }

    /** The same on one line. */
    static String oneLine(String text) {
        return escape(text.replace('\n', ' ').replace('\t', ' '));
    }

    private static boolean isRisky(char c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
