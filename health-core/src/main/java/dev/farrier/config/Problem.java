package dev.farrier.config;

/**
 * One thing wrong in the configuration file, and what would be right.
 *
 * @param file as the administrator named it
 * @param line from 1; 0 when the problem is the file as a whole
 * @param column from 1, in characters; 0 when the problem is the file as a whole
 * @param what is wrong; may hold text from the file, so {@link #message} escapes it
 * @param right what would be right, or empty when {@code what} says it all
 */
public record Problem(String file, int line, int column, String what, String right) {
    /** Characters; enough for any value that a person wrote. */
    private static final int LONGEST_WHAT = 240;

    /** One line that is safe on a terminal: {@code file:line:column: what; right}. */
    public String message() {
        StringBuilder text = new StringBuilder(Printable.text(file));
        if (line > 0) {
            text.append(':').append(line).append(':').append(column);
        }
        text.append(": ").append(Printable.text(Printable.cut(what, LONGEST_WHAT)));
        if (!right.isEmpty()) {
            text.append("; ").append(Printable.text(right));
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return message();
    }
}
