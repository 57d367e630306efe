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
    private final float[] mean = new float[Signal.COUNT];
    private final float[] weight = new float[Signal.COUNT];

    Means(float keep) {
        this.keep = keep;
    }

    void add(float[] signals) {
        for (int i = 0; i < Signal.COUNT; i++) {
            float value = signals[i];
            if (!Float.isNaN(value)) {
                weight[i] = weight[i] * keep + 1;
                mean[i] += (value - mean[i]) / weight[i];
            }
        }
    }

    /** Effective number of samples; its limit is 1 / (1 − keep). */
    float weight(Signal signal) {
        return weight[signal.place()];
    }

    /** NaN without a sample. */
    float mean(Signal signal) {
        return weight[signal.place()] == 0 ? Float.NaN : mean[signal.place()];
    }

    /** The mean where it rests on at least {@code least} samples, else NaN. */
    float mean(Signal signal, float least) {
        return weight[signal.place()] < least ? Float.NaN : mean[signal.place()];
    }

    void clear() {
        Arrays.fill(mean, 0);
        Arrays.fill(weight, 0);
    }

    void save(DataOutput out) throws IOException {
        for (int i = 0; i < Signal.COUNT; i++) {
            out.writeFloat(mean[i]);
            out.writeFloat(weight[i]);
        }
    }

    void restore(DataInput in) throws IOException {
        for (int i = 0; i < Signal.COUNT; i++) {
            mean[i] = in.readFloat();
            weight[i] = in.readFloat();
        }
    }
}
