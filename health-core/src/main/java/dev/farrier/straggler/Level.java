package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Log of a job's step, of its slowest rank's own time, and of its communication, in ms; NaN where
 * unknown. Filled anew, so that none is allocated.
 */
final class Level {
    float step = Float.NaN;
    float slowest = Float.NaN;
    float communication = Float.NaN;

    void set(float step, float slowest, float communication) {
        this.step = step;
        this.slowest = slowest;
        this.communication = communication;
    }

    void forget() {
        set(Float.NaN, Float.NaN, Float.NaN);
    }

    void save(DataOutput out) throws IOException {
        out.writeFloat(step);
        out.writeFloat(slowest);
        out.writeFloat(communication);
    }

    void restore(DataInput in) throws IOException {
        set(in.readFloat(), in.readFloat(), in.readFloat());
    }
}
