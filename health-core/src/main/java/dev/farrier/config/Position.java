package dev.farrier.config;

/** A place in the file: line and column from 1, columns in characters. */
record Position(int line, int column) {
    /** For what is wrong with the file as a whole. */
    static final Position WHOLE_FILE = new Position(0, 0);

    /** The character that stands there; the length of the text when none does. */
    int indexIn(String text) {
        int at = 0;
        for (int passed = 1; passed < line && at < text.length(); at++) {
            char c = text.charAt(at);
            boolean ends =
                    c == '\n'
                            || c == '\r'
                                    && (at + 1 >= text.length() || text.charAt(at + 1) != '\n');
            passed += ends ? 1 : 0;
        }
        int start = at;
        if (line == 1 && text.startsWith("\ufeff")) {
            start++;
        }
        int end = text.length();
        return column - 1 <= text.codePointCount(start, end)
                ? text.offsetByCodePoints(start, column - 1)
                : end;
    }

    /** Where the character at {@code index} stands; CR, LF and CR LF end a line. */
    static Position of(CharSequence text, int index) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < index; i++) {
            char c = text.charAt(i);
            boolean ends =
                    c == '\n'
                            || c == '\r' && (i + 1 >= text.length() || text.charAt(i + 1) != '\n');
            if (ends) {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(line, Character.codePointCount(text, lineStart, index) + 1);
    }
}
