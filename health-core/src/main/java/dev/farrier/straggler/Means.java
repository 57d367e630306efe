package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Means of signals that forget: weight of a sample falls by {@code keep} with each newer one. NaN
 * signals are left out.
 */
final class Means {
    private final float keep;

    /** Of each signal its mean and its weight. */
    private final float[] sums;

    /** Of all signals. */
    Means(float keep) {
        this(keep, Signal.COUNT);
    }

    /** Of the first {@code signals} only. */
    Means(float keep, int signals) {
        this.keep = keep;
        sums = new float[2 * signals];
    }

    void add(float[] signals) {
        for (int i = 0; i < sums.length; i += 2) {
            float value = signals[i >> 1];
            if (!Float.isNaN(value)) {
                float weight = sums[i + 1] * keep + 1;
                sums[i + 1] = weight;
                sums[i] += (value - sums[i]) / weight;
            }
        }
    }

    /** Effective number of samples; its limit is 1 / (1 − keep). */
    float weight(Signal signal) {
        return sums[2 * signal.place() + 1];
    }

    /** NaN without a sample. */
    float mean(Signal signal) {
        return weight(signal) == 0 ? Float.NaN : sums[2 * signal.place()];
    }

    /** The mean where it rests on at least {@code least} samples, else NaN. */
    float mean(Signal signal, float least) {
        return weight(signal) < least ? Float.NaN : sums[2 * signal.place()];
    }

    void clear() {
        Arrays.fill(sums, 0);
    }

    void save(DataOutput out) throws IOException {
        for (float each : sums) {
            out.writeFloat(each);
        }
    }

    void restore(DataInput in) throws IOException {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = in.readFloat();
        }
    }
}
