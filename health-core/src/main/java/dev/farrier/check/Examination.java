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
 * @param unsupported present: what was looked at has nothing that this check judges (no GPU counts
 *     memory errors), and this is why. No pass either: the same as a source that is not there
 */
public record Examination(
        String looked,
        String value,
        String limit,
        List<Finding> findings,
        Optional<String> undetermined,
        Optional<String> unsupported) {
    public Examination {
        findings = List.copyOf(findings);
    }

    public Examination(String looked, String value, String limit, List<Finding> findings) {
        this(looked, value, limit, findings, Optional.empty());
    }

    /** What was found in the parts that answered, where {@code undetermined} says which did not. */
    public Examination(
            String looked,
            String value,
            String limit,
            List<Finding> findings,
            Optional<String> undetermined) {
        this(looked, value, limit, findings, undetermined, Optional.empty());
    }

    public static Examination cannotTell(String looked, String why) {
        return new Examination(looked, "", "", List.of(), Optional.of(why), Optional.empty());
    }

    public static Examination unsupported(String looked, String why) {
        return new Examination(looked, "", "", List.of(), Optional.empty(), Optional.of(why));
    }

    public static Examination passed(String looked, String value, String limit) {
        return new Examination(looked, value, limit, List.of());
    }
}
