package dev.farrier.check;

import java.util.List;
import java.util.Optional;

/**
 * What a check looked at and what it found: the row of a report.
 *
 * @param looked what was looked at: {@code /home}, {@code 8 GPUs}
 * @param value what was seen, {@code limit} what it was held against; both as text with their unit,
 *     empty when there is none
 * @param findings empty when all is well
 * @param undetermined present: the observation does not answer this check's question, and this is
 *     why (the driver hangs, so nobody can read its counters). Neither a pass nor a failure: the
 *     same as a source that could not look
 */
public record Examination(
        String looked,
        String value,
        String limit,
        List<Finding> findings,
        Optional<String> undetermined) {
    public Examination {
        findings = List.copyOf(findings);
    }

    public Examination(String looked, String value, String limit, List<Finding> findings) {
        this(looked, value, limit, findings, Optional.empty());
    }

    public static Examination cannotTell(String looked, String why) {
        return new Examination(looked, "", "", List.of(), Optional.of(why));
    }

    public static Examination passed(String looked, String value, String limit) {
        return new Examination(looked, value, limit, List.of());
    }
}
