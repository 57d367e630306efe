package dev.farrier.telemetry.linux;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One of the files {@code aer_dev_correctable}, {@code aer_dev_nonfatal}, {@code aer_dev_fatal}.
 *
 * @param totalName {@code TOTAL_ERR_COR}, {@code TOTAL_ERR_NONFATAL}, {@code TOTAL_ERR_FATAL}
 * @param total the last line; it need not be the sum, since one message may be of several kinds
 * @param kinds the others, as they are spelled
 */
public record AerCounters(String totalName, long total, Map<String, Long> kinds) {
    private static final String TOTAL = "TOTAL_ERR_";

    /**
     * @throws IllegalArgumentException when a line is not a name and a count, or the total is
     *     missing
     */
    public static AerCounters parse(String text) {
        Map<String, Long> kinds = new LinkedHashMap<>();
        String totalName = "";
        long total = -1;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            String line = text.substring(start, end).strip();
            start = end + 1;
            int blank = line.lastIndexOf(' '); // a name may hold blanks
            OptionalLong count = SysFiles.number(line.substring(blank + 1));
            if (blank <= 0 || count.isEmpty()) {
                throw new IllegalArgumentException("a line is no counter");
            }
            String name = line.substring(0, blank).strip();
            if (name.startsWith(TOTAL)) {
                totalName = name;
                total = count.getAsLong();
            } else {
                kinds.put(name, count.getAsLong());
            }
        }
        if (total < 0) {
            throw new IllegalArgumentException("there is no total");
        }
        return new AerCounters(totalName, total, kinds);
    }

    /**
     * The same, but of a file whose total is 0 the kinds are left out: on a whole node that is
     * every file.
     */
    static AerCounters parseCounted(String text) {
        int last = text.lastIndexOf('\n') + 1;
        String line = text.substring(last);
        return line.startsWith(TOTAL) && line.endsWith(" 0")
                ? new AerCounters(line.substring(0, line.length() - 2), 0, Map.of())
                : parse(text);
    }

    /** The kinds and the total, by name. */
    public Map<String, Long> all() {
        Map<String, Long> all = new LinkedHashMap<>(kinds);
        all.put(totalName, total);
        return all;
    }

    /** Those that counted something: {@code SDES 1, CmpltTO 1}. */
    String counted() {
        StringBuilder words = new StringBuilder();
        for (Map.Entry<String, Long> kind : kinds.entrySet()) {
            if (kind.getValue() > 0) {
                words.append(words.isEmpty() ? "" : ", ");
                words.append(kind.getKey()).append(' ').append(kind.getValue().longValue());
            }
        }
        return words.toString();
    }
}
