package dev.farrier.slurm;

import dev.farrier.NodeName;
import dev.farrier.action.OwnerRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code sinfo -N -h -o '%N|%P|%t|%T|%E|%u|%H'}: a row for each node and partition. A reason
 * can hold bars and line ends, so a row ends where a line ends with a user and a time. All or
 * nothing.
 */
final class SinfoText {
    static final String FORMAT = "%N|%P|%t|%T|%E|%u|%H";

    private static final int FIELDS_BEFORE_REASON = 4;
    private static final int LONGEST_TIME = 19; // 2026-11-30T09:32:27

    private SinfoText() {}

    /**
     * A node in one of its partitions.
     *
     * @param word sinfo's long word, mark included: {@code drained*}
     * @param user present only with a reason, and {@code at} likewise
     */
    record Row(
            NodeName node,
            String partition,
            Standing standing,
            String word,
            Optional<String> reason,
            Optional<String> user,
            Optional<Instant> at) {}

    /**
     * @return the rows in their order; none when no node matched, which prints nothing
     * @throws IllegalArgumentException when the text is not such a table, or not a whole one
     */
    static List<Row> parse(String text) {
        List<Row> rows = new ArrayList<>();
        int start = 0;
        int from = 0;
        int number = 1;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            if (end < 0) {
                throw refused(number, text.substring(start), "the last line is cut");
            }
            if (endsWithTime(text, from, end)) {
                rows.add(row(text.substring(start, end), number));
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

    /** The first row of each node; a node in several partitions has several. */
    static Map<NodeName, Row> byNode(List<Row> rows) {
        Map<NodeName, Row> nodes = new LinkedHashMap<>();
        for (Row row : rows) {
            nodes.putIfAbsent(row.node(), row);
        }
        return nodes;
    }

    private static Row row(String row, int number) {
        String[] head = row.split("\\|", FIELDS_BEFORE_REASON + 1);
        int time = row.lastIndexOf('|');
        int user = row.lastIndexOf('|', time - 1);
        int reason = reasonStart(head);
        if (head.length <= FIELDS_BEFORE_REASON || user < reason) {
            throw refused(number, row, "expected the seven fields of " + FORMAT);
        }
        try {
            Standing standing = Standing.of(head[3]);
            if (Standing.of(head[2]) != standing) {
                throw new IllegalArgumentException("the two state words disagree");
            }
            String text = row.substring(reason, user);
            boolean said = !OwnerRule.isNoText(text);
            return new Row(
                    new NodeName(head[0]),
                    head[1].endsWith("*") ? head[1].substring(0, head[1].length() - 1) : head[1],
                    standing,
                    head[3],
                    said ? Optional.of(text) : Optional.empty(),
                    said ? Optional.of(row.substring(user + 1, time)) : Optional.empty(),
                    said ? SlurmTime.parse(row.substring(time + 1)) : Optional.empty());
        } catch (IllegalArgumentException wrong) {
            throw refused(number, row, String.valueOf(wrong.getMessage()));
        }
    }

    private static int reasonStart(String[] head) {
        int start = 0;
        for (int i = 0; i < Math.min(head.length, FIELDS_BEFORE_REASON); i++) {
            start += head[i].length() + 1;
        }
        return start;
    }

    private static IllegalArgumentException refused(int line, String row, String what) {
        return new IllegalArgumentException(
                "line " + line + ", '" + Excerpt.of(row) + "': " + what);
    }
}
