package dev.farrier.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reason as {@code scontrol show node} prints it: the text, and behind its first line {@code
 * [user@time]}.
 *
 * <p>The text can hold what looks like that. Where the two cannot be told apart the longer text is
 * taken: a drain may then look like somebody else's, never somebody else's like ours.
 */
record ReasonField(Optional<String> text, Optional<String> by, Optional<Instant> at) {
    static final ReasonField NONE =
            new ReasonField(Optional.empty(), Optional.empty(), Optional.empty());

    private static final String LINE_END = " ".repeat(8); // how -o joins the lines of a reason

    /** Of what stands behind {@code Reason=} in a line of {@code -o}, fields behind it included. */
    static ReasonField ofOneLine(String rest) {
        Stamp last = null;
        for (int close = rest.indexOf(']'); close >= 0; close = rest.indexOf(']', close + 1)) {
            Stamp stamp = Stamp.endingAt(rest, close);
            if (stamp == null) {
                continue;
            }
            if (isFurtherLine(rest, close + 1)) {
                String further = rest.substring(close + 1).replace(LINE_END, "\n");
                return stamp.field(rest.substring(0, stamp.start) + further);
            }
            if (close + 1 == rest.length() || startsField(rest, close + 1)) {
                last = stamp;
            }
        }
        return last == null
                ? new ReasonField(Optional.of(rest), Optional.empty(), Optional.empty())
                : last.field(rest.substring(0, last.start));
    }

    /** Of the lines of a reason in the form of several lines; the stamp ends the first of them. */
    static ReasonField ofLines(List<String> lines) {
        String first = lines.get(0);
        Stamp stamp = first.endsWith("]") ? Stamp.endingAt(first, first.length() - 1) : null;
        StringBuilder text =
                new StringBuilder(stamp == null ? first : first.substring(0, stamp.start));
        for (String further : lines.subList(1, lines.size())) {
            text.append('\n').append(further);
        }
        return stamp == null
                ? new ReasonField(Optional.of(text.toString()), Optional.empty(), Optional.empty())
                : stamp.field(text.toString());
    }

    private static boolean isFurtherLine(String rest, int from) {
        int i = from;
        while (i < rest.length() && rest.charAt(i) == ' ') {
            i++;
        }
        return i - from >= LINE_END.length() && i < rest.length();
    }

    /** Whether {@code Word=} stands there, as in {@code Reason=x [root@…] Comment=y}. */
    private static boolean startsField(String rest, int from) {
        int i = from + 1;
        while (i < rest.length() && Character.isLetter(rest.charAt(i))) {
            i++;
        }
        return rest.charAt(from) == ' '
                && i > from + 1
                && i < rest.length()
                && rest.charAt(i) == '=';
    }

    /** {@code [user@time]} with the blank before it. */
    private record Stamp(int start, String user, String time) {
        private static final int LONGEST = 300; // a user's name and a time

        static @Nullable Stamp endingAt(String text, int close) {
            int sign = -1;
            int i = close - 1;
            while (i > 0 && close - i < LONGEST && text.charAt(i) != '[' && text.charAt(i) != ' ') {
                if (text.charAt(i) == '@' && sign < 0) {
                    sign = i;
                }
                i--;
            }
            boolean stamp =
                    i > 0
                            && text.charAt(i) == '['
                            && text.charAt(i - 1) == ' '
                            && sign > i + 1
                            && SlurmTime.isTime(text.substring(sign + 1, close));
            return stamp
                    ? new Stamp(i - 1, text.substring(i + 1, sign), text.substring(sign + 1, close))
                    : null;
        }

        ReasonField field(String text) {
            return new ReasonField(Optional.of(text), Optional.of(user), SlurmTime.parse(time));
        }
    }
}
