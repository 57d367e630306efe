package dev.farrier.slurm;

import dev.farrier.HostList;
import dev.farrier.action.OwnerRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that sinfo printed with any columns: by its format, by its header line, or with node and
 * state alone. A reason can hold separators and line ends, so what stands before it is found from
 * the left, what stands behind it from the right, and a line that does not begin a row belongs to
 * the reason of the row before. All or nothing.
 *
 * @param columns {@code node}, {@code state_short}, {@code reason}, …; what has no word of ours is
 *     called as it is asked for, {@code %c}, or as the header says it
 */
public record SinfoTable(List<String> columns, List<Row> rows) {
    public SinfoTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** A row: its fields by column, without the blanks around them. */
    public record Row(Map<String, String> fields) {
        /** The nodes that it is about. */
        public List<String> nodes() {
            return HostList.expand(field(NODE));
        }

        /** Of one of the state words. */
        public Standing standing() {
            return Standing.of(stateWord());
        }

        /** The long word, where there is one. */
        public String stateWord() {
            String word = field(LONG);
            return word.isEmpty() ? field(SHORT) : word;
        }

        /** Empty without such a column. */
        public String field(String column) {
            String field = fields.get(column);
            return field == null ? "" : field;
        }

        /** Whether the row has a reason; sinfo writes {@code none} where there is none. */
        public boolean hasReason() {
            return !OwnerRule.isNoText(field(REASON));
        }
    }

    /** The format of a table with bars and without a header line. */
    static final String USUAL = "%N|%P|%t|%T|%E|%u|%H";

    private static final String NODE = "node";
    private static final String SHORT = "state_short";
    private static final String LONG = "state_long";
    private static final String REASON = "reason";
    private static final String TIME = "time";
    private static final String NO_STATE = "n/a";

    /**
     * @param format as sinfo takes it with {@code -o}: {@code %N|%P|%t|%E}; empty when the table
     *     has a header line, or its rows are {@code node state} or the fields of {@code
     *     %N|%P|%t|%T|%E|%u|%H}
     * @throws IllegalArgumentException when the text is not such a table, or not a whole one
     */
    public static SinfoTable parse(String text, String format) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new IllegalArgumentException(
                    "line " + text.lines().count() + ": the last line is cut");
        }
        String[] lines = text.split("\n", -1);
        Reader reader = new Reader(lines, lines.length - 1, Shape.of(format, lines));
        return new SinfoTable(reader.shape.columns, reader.read());
    }

    /** The columns and what stands between them. */
    private record Shape(List<String> columns, List<String> separators, int firstLine) {
        private static final Map<String, String> HEADER =
                Map.ofEntries(
                        Map.entry("NODELIST", NODE),
                        Map.entry("HOSTNAMES", NODE),
                        Map.entry("PARTITION", "partition"),
                        Map.entry("STATE", SHORT),
                        Map.entry("REASON", REASON),
                        Map.entry("USER", "user"),
                        Map.entry("TIMESTAMP", TIME));

        static Shape of(String format, String[] lines) {
            for (int i = 0; i < lines.length && i < 2; i++) { // -l prints the date first
                Shape shape = ofHeader(lines[i], i + 1);
                if (shape != null) {
                    return shape;
                }
            }
            if (!format.isEmpty()) {
                return ofFormat(format);
            }
            return ofFormat(lines[0].indexOf('|') >= 0 ? USUAL : "%N %t");
        }

        private static @Nullable Shape ofHeader(String line, int next) {
            String[] words = line.strip().split("\\s+", -1);
            List<String> columns = new ArrayList<>();
            for (String word : words) {
                columns.add(HEADER.getOrDefault(word, word.toLowerCase(java.util.Locale.ROOT)));
            }
            boolean header =
                    words.length > 1
                            && columns.contains(NODE)
                            && line.equals(line.toUpperCase(java.util.Locale.ROOT));
            return header ? new Shape(columns, List.of(), next) : null;
        }

        static Shape ofFormat(String format) {
            List<String> columns = new ArrayList<>();
            List<String> separators = new ArrayList<>();
            int at = 0;
            while (at < format.length()) {
                int percent = format.indexOf('%', at);
                if (percent < 0) {
                    break;
                }
                if (!columns.isEmpty()) {
                    separators.add(format.substring(at, percent));
                }
                at = percent + 1;
                while (at < format.length() && !Character.isLetter(format.charAt(at))) {
                    at++;
                }
                if (at == format.length()) {
                    throw new IllegalArgumentException("not a format of sinfo: " + format);
                }
                columns.add(column(format.charAt(at++)));
            }
            if (columns.isEmpty() || separators.contains("")) {
                throw new IllegalArgumentException("not a format that can be read: " + format);
            }
            return new Shape(columns, separators, 0);
        }

        private static String column(char letter) {
            return switch (letter) {
                case 'N', 'n' -> NODE;
                case 'P', 'R' -> "partition";
                case 't' -> SHORT;
                case 'T' -> LONG;
                case 'E' -> REASON;
                case 'u', 'U' -> "user";
                case 'H' -> TIME;
                case 'D' -> "nodes";
                case 'G' -> "gres";
                default -> "%" + letter;
            };
        }

        String separator(int i) {
            return separators.isEmpty() ? " " : separators.get(i);
        }

        /** The columns before the reason; all where there is none. */
        int before() {
            int reason = columns.indexOf(REASON);
            return reason < 0 ? columns.size() : reason;
        }
    }

    private static final class Reader {
        private final String[] lines;
        private final int end;
        private final Shape shape;

        Reader(String[] lines, int end, Shape shape) {
            this.lines = lines;
            this.end = end;
            this.shape = shape;
        }

        List<Row> read() {
            List<Row> rows = new ArrayList<>();
            for (int i = shape.firstLine; i < end; ) {
                if (isWithoutNodes(lines[i])) {
                    i++;
                    continue;
                }
                int next = rowEnd(i);
                rows.add(row(i, next));
                i = next;
            }
            return rows;
        }

        /** The line behind the row that begins there. */
        private int rowEnd(int start) {
            boolean reasonFirst = shape.before() == 0;
            boolean oneLine = shape.before() == shape.columns.size();
            int next = start + 1;
            while (!oneLine && next < end && (reasonFirst ? !ends(next) : !begins(lines[next]))) {
                next++;
            }
            return next;
        }

        /** Whether a row ends before that line, where rows begin with their reason. */
        private boolean ends(int next) {
            try {
                row(next - 1, next);
                return true;
            } catch (IllegalArgumentException further) {
                return false;
            }
        }

        /** A partition without nodes has a line of its own: no node, and no state. */
        private boolean isWithoutNodes(String line) {
            Map<String, String> fields = new LinkedHashMap<>();
            int left = fromLeft(line + " ", fields);
            String state = fields.getOrDefault(LONG, fields.getOrDefault(SHORT, NO_STATE));
            return left >= 0 && state.equals(NO_STATE) && "".equals(fields.get(NODE));
        }

        private boolean begins(String line) {
            if (isWithoutNodes(line)) {
                return true;
            }
            Map<String, String> fields = new LinkedHashMap<>();
            return fromLeft(line, fields) >= 0 && isRight(fields);
        }

        private Row row(int from, int to) {
            String text = String.join("\n", Arrays.asList(lines).subList(from, to));
            Map<String, String> fields = new LinkedHashMap<>();
            int left = fromLeft(text, fields);
            int right = left < 0 ? -1 : fromRight(text, left, fields);
            if (right < left || left < 0) {
                throw SinfoRows.refused(
                        to, text, "expected the columns " + String.join(", ", shape.columns));
            }
            if (shape.columns.contains(REASON)) {
                fields.put(REASON, reason(text.substring(left, right)));
            }
            if (!isRight(fields)) {
                throw SinfoRows.refused(to, text, "a node, state or time is none");
            }
            Map<String, String> inOrder = new LinkedHashMap<>();
            for (String column : shape.columns) {
                inOrder.put(column, fields.getOrDefault(column, ""));
            }
            return new Row(inOrder);
        }

        /** Where columns are padded, blanks around a reason are padding. */
        private String reason(String text) {
            return shape.separator(0).isBlank() ? text.strip() : text;
        }

        /** Reads what stands before the reason; where that begins, or -1. */
        private int fromLeft(String text, Map<String, String> fields) {
            int at = 0;
            for (int i = 0; i < shape.before(); i++) {
                boolean last = i == shape.columns.size() - 1;
                String separator = last ? "" : shape.separator(i);
                boolean blank = !last && separator.isBlank();
                at = blank ? afterBlanks(text, at) : at;
                int stop = last ? text.length() : text.indexOf(separator, at);
                if (stop < 0) {
                    return -1;
                }
                fields.put(shape.columns.get(i), text.substring(at, stop).strip());
                at = blank ? afterBlanks(text, stop) : stop + separator.length();
            }
            return at;
        }

        private static int afterBlanks(String text, int from) {
            int at = from;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            return at;
        }

        /** Reads what stands behind the reason; where that ends, or -1. */
        private int fromRight(String text, int left, Map<String, String> fields) {
            int stop = text.length();
            for (int i = shape.columns.size() - 1; i > shape.before(); i--) {
                String separator = shape.separator(i - 1);
                while (separator.isBlank() && stop > left && text.charAt(stop - 1) == ' ') {
                    stop--;
                }
                int start = text.lastIndexOf(separator, stop - 1);
                if (start < left) {
                    return -1;
                }
                fields.put(
                        shape.columns.get(i),
                        text.substring(start + separator.length(), stop).strip());
                stop = start;
            }
            return stop;
        }

        /** Whether what we know of the fields so far can be what their columns say. */
        private static boolean isRight(Map<String, String> fields) {
            try {
                String node = fields.get(NODE);
                if (node != null && HostList.expand(node).isEmpty()) {
                    return false;
                }
                String word = fields.get(SHORT);
                String longWord = fields.get(LONG);
                if (word != null
                        && longWord != null
                        && Standing.of(word) != Standing.of(longWord)) {
                    return false;
                }
                if (word != null) {
                    Standing.of(word);
                }
                if (longWord != null) {
                    Standing.of(longWord);
                }
                String time = fields.get(TIME);
                return time == null || SlurmTime.isTime(time);
            } catch (IllegalArgumentException notOne) {
                return false;
            }
        }
    }
}
