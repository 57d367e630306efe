package dev.farrier.telemetry.kernel;

import java.util.List;

/**
 * Records of the kernel's log, oldest first.
 *
 * @param gaps where numbers are missing: records that were overwritten before anybody read them
 * @param oddLines lines that are no record in this form, counted
 */
public record KernelRecords(List<KernelRecord> records, List<Gap> gaps, int oddLines) {
    /**
     * Missing records.
     *
     * @param afterSequence the last one before them, {@code beforeSequence} the first behind them
     */
    public record Gap(long afterSequence, long beforeSequence) {
        public long lost() {
            return beforeSequence - afterSequence - 1;
        }
    }

    public KernelRecords {
        records = List.copyOf(records);
        gaps = List.copyOf(gaps);
    }
}
