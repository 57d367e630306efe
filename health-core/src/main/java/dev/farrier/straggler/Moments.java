package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Mean and standard deviation of a series, by Welford's recurrence (Technometrics 4 (1962) 419); of
 * a long one the newest part weighs more.
 */
final class Moments {
    private static final int MEMORY = 64;

    int count;
    float mean;
    private float variance;

    void add(float value) {
        count++;
        float weight = 1f / Math.min(count, MEMORY);
        float off = value - mean;
        mean += weight * off;
        variance = (1 - weight) * (variance + weight * off * off);
    }

    double deviation() {
        return Math.sqrt(variance);
    }

    /** Takes the other series in behind this one, and empties it. */
    void merge(Moments other) {
        if (other.count > 0) {
            float share = (float) other.count / (count + other.count);
            float off = other.mean - mean;
            variance =
                    (1 - share) * variance
                            + share * other.variance
                            + share * (1 - share) * off * off;
            mean += share * off;
            count += other.count;
        }
        other.clear();
    }

    void clear() {
        count = 0;
        mean = 0;
        variance = 0;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(count);
        out.writeFloat(mean);
        out.writeFloat(variance);
    }

    void restore(DataInput in) throws IOException {
        count = in.readInt();
        mean = in.readFloat();
        variance = in.readFloat();
    }
}
