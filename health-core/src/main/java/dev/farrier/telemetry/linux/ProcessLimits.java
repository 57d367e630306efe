package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The resource limits of one process, which what it starts inherits.
 *
 * @param byName by the kernel's name for them: {@code Max locked memory}
 */
public record ProcessLimits(String process, long pid, Map<String, Limit> byName)
        implements Observation {
    private static final String HEADER = "Limit                     Soft Limit ";
    private static final int SOFT = 26; // where the kernel's columns begin
    private static final int HARD = 47;

    public ProcessLimits {
        byName = Map.copyOf(byName);
    }

    /** Both limits; {@link Long#MAX_VALUE} stands for none. */
    public record Limit(long soft, long hard) {}

    /**
     * Parses {@code /proc/<pid>/limits}.
     *
     * @throws IllegalArgumentException when this is no such table
     */
    static Map<String, Limit> parse(String text) {
        if (!text.startsWith(HEADER) || !text.endsWith("\n")) {
            throw odd();
        }
        Map<String, Limit> limits = new LinkedHashMap<>();
        for (int start = text.indexOf('\n') + 1; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            String line = text.substring(start, end);
            if (line.length() <= HARD || line.charAt(SOFT - 1) != ' ') {
                throw odd();
            }
            limits.put(
                    line.substring(0, SOFT).strip(),
                    new Limit(amount(line, SOFT), amount(line, HARD)));
            start = end + 1;
        }
        if (limits.isEmpty()) {
            throw odd();
        }
        return limits;
    }

    private static long amount(String line, int from) {
        int blank = line.indexOf(' ', from);
        String text = line.substring(from, blank < 0 ? line.length() : blank);
        if (text.equals("unlimited")) {
            return Long.MAX_VALUE;
        }
        try {
            long amount = Long.parseLong(text);
            if (amount >= 0) {
                return amount;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(odd().getMessage(), e);
        }
        throw odd();
    }

    private static IllegalArgumentException odd() {
        return new IllegalArgumentException(
                "/proc/<pid>/limits is not the table that it should be");
    }
}
