package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Noise scale of a cohort over time: 1.4826 × the median, over its ranks, of how far each is from
 * the median of its own last samples.
 *
 * <p>Never the spread across GPUs, which is their natural effect and no noise. 1.4826 makes a
 * median absolute deviation a standard deviation (Hampel, J. Am. Stat. Assoc. 69 (1974) 383); a
 * median of n samples adds π/2n of the variance, which is taken out.
 */
final class NoiseScale {
    private static final double MAD_TO_SD = 1.4826;
    private static final double MEMORY_TICKS = 32;
    private static final double UNKNOWN_AT_FIRST = 0.03;

    private double mean;
    private int ticks;

    /**
     * @param deviation median absolute residual of this tick; NaN is left out
     */
    void add(double deviation, int window) {
        if (Double.isNaN(deviation)) {
            return;
        }
        double scale = MAD_TO_SD * deviation / Math.sqrt(1 + Math.PI / 2 / window);
        ticks++;
        mean += (scale - mean) / Math.min(ticks, MEMORY_TICKS);
    }

    /** Never below {@code floor}; a cautious value while little is known. */
    double scale(double floor) {
        if (ticks == 0) {
            return UNKNOWN_AT_FIRST;
        }
        return Math.max(floor, mean);
    }

    void save(DataOutput out) throws IOException {
        out.writeDouble(mean);
        out.writeInt(ticks);
    }

    void restore(DataInput in) throws IOException {
        mean = in.readDouble();
        ticks = in.readInt();
    }
}
