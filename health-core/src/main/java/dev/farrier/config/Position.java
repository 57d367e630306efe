package dev.farrier.config;

/** A place in the file: line and column from 1, columns in characters. */
record Position(int line, int column) {
    /** For what is wrong with the file as a whole. */
    static final Position WHOLE_FILE = new Position(0, 0);

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
