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
        for (SinfoRows.Raw raw : SinfoRows.split(text)) {
            rows.add(row(raw.text(), raw.line()));
        }
        return rows;
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
            throw SinfoRows.refused(number, row, "expected the seven fields of " + FORMAT);
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
            throw SinfoRows.refused(number, row, String.valueOf(wrong.getMessage()));
        }
    }

    private static int reasonStart(String[] head) {
        int start = 0;
        for (int i = 0; i < Math.min(head.length, FIELDS_BEFORE_REASON); i++) {
            start += head[i].length() + 1;
        }
        return start;
    }
}
