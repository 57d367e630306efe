package dev.farrier.slurm;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a table of sinfo whose last fields are {@code %E|%u|%H}. A reason can hold bars and
 * line ends, so a row ends where a line ends with a user and a time. All or nothing.
 */
final class SinfoRows {
    private static final int LONGEST_TIME = 19; // 2026-11-30T09:32:27

    private SinfoRows() {}

    /**
     * A row, with the line ends of its reason.
     *
     * @param line where it ends, from 1
     */
    record Raw(String text, int line) {}

    /**
     * @throws IllegalArgumentException when the text is not such a table, or not a whole one
     */
    static List<Raw> split(String text) {
        List<Raw> rows = new ArrayList<>();
        int start = 0;
        int from = 0;
        int number = 1;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            if (end < 0) {
                throw refused(number, text.substring(start), "the last line is cut");
            }
            if (endsWithTime(text, from, end)) {
                rows.add(new Raw(text.substring(start, end), number));
                start = end + 1;
            }
            from = end + 1;
            number++;
        }
        if (start < text.length()) {
            throw refused(number - 1, text.substring(start), "no user and time behind the reason");
        }
        return rows;
    }

    private static boolean endsWithTime(String text, int from, int end) {
        int bar = end - 1;
        while (bar >= from && text.charAt(bar) != '|' && end - bar <= LONGEST_TIME) {
            bar--;
        }
        return bar >= from
                && text.charAt(bar) == '|'
                && SlurmTime.isTime(text.substring(bar + 1, end));
    }

    static IllegalArgumentException refused(int line, String row, String what) {
        return new IllegalArgumentException(
                "line " + line + ", '" + Excerpt.of(row) + "': " + what);
    }
}
