package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * How long steps of the same application of the same user on as many nodes were against their
 * slowest rank's own time: what of a step is communication. A job whose links are bad from its
 * first sample on has no better past of its own.
 */
final class PaceHistory {
    private static final int KEPT = 8;
    private static final int FEWEST = 3;

    private final TreeMap<String, Ring> byApplication = new TreeMap<>();

    /** Median and largest distance from it of the last jobs; NaN with fewer than three. */
    record Usual(double logRatio, double spread) {
        static final Usual UNKNOWN = new Usual(Double.NaN, Double.NaN);
    }

    void add(JobShape shape, double logRatio) {
        if (!Double.isNaN(logRatio)) {
            byApplication.computeIfAbsent(key(shape), any -> new Ring()).add((float) logRatio);
        }
    }

    Usual usual(JobShape shape) {
        Ring ring = byApplication.get(key(shape));
        if (ring == null || ring.size() < FEWEST) {
            return Usual.UNKNOWN;
        }
        int size = Math.min(KEPT, ring.size());
        float[] sorted = new float[size];
        for (int i = 0; i < size; i++) {
            sorted[i] = ring.back(i);
        }
        Arrays.sort(sorted);
        float median = sorted[size / 2];
        return new Usual(median, Math.max(sorted[size - 1] - median, median - sorted[0]));
    }

    private static String key(JobShape shape) {
        return shape.user()
                + "\n"
                + shape.application()
                + "\n"
                + shape.nodes().size()
                + "\n"
                + shape.stages();
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(byApplication.size());
        for (var entry : byApplication.entrySet()) {
            out.writeUTF(entry.getKey());
            entry.getValue().save(out);
        }
    }

    void restore(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            Ring ring = new Ring();
            byApplication.put(in.readUTF(), ring);
            ring.restore(in);
        }
    }
}
