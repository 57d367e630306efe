package dev.farrier.check;

import java.util.List;

/**
 * What a check looked at and what it found: the row of a report.
 *
 * @param looked what was looked at: {@code /home}, {@code 8 GPUs}
 * @param value what was seen, {@code limit} what it was held against; both as text with their unit,
 *     empty when there is none
 * @param findings empty when all is well
 */
public record Examination(String looked, String value, String limit, List<Finding> findings) {
    public Examination {
        findings = List.copyOf(findings);
    }

    public static Examination passed(String looked, String value, String limit) {
        return new Examination(looked, value, limit, List.of());
    }
}
