package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The newest results of each short test of each SKU, whose median follows a new driver where a
 * fixed reference does not.
 */
final class FleetTests {
    private static final int KEPT = 400;

    private final TreeMap<String, Results[]> bySku = new TreeMap<>();

    private static final class Results {
        final float[] values = new float[KEPT];
        int size;
        int next;
    }

    void add(String sku, ShortTest.Kind kind, double value) {
        if (!(value > 0)) {
            return;
        }
        Results results = bySku.computeIfAbsent(sku, any -> fresh())[kind.place()];
        results.values[results.next] = (float) value;
        results.next = (results.next + 1) % KEPT;
        results.size = Math.min(results.size + 1, KEPT);
    }

    /** The median; NaN with fewer than {@code least} results. */
    double median(String sku, ShortTest.Kind kind, int least) {
        Results[] known = bySku.get(sku);
        if (known == null || known[kind.place()].size < least) {
            return Double.NaN;
        }
        Results results = known[kind.place()];
        float[] sorted = Arrays.copyOf(results.values, results.size);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Results[] fresh() {
        Results[] results = new Results[ShortTest.Kind.COUNT];
        Arrays.setAll(results, any -> new Results());
        return results;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(bySku.size());
        for (var entry : bySku.entrySet()) {
            out.writeUTF(entry.getKey());
            for (Results results : entry.getValue()) {
                out.writeInt(results.size);
                out.writeInt(results.next);
                for (int i = 0; i < results.size; i++) {
                    out.writeFloat(results.values[i]);
                }
            }
        }
    }

    void restore(DataInput in) throws IOException {
        int skus = in.readInt();
        for (int s = 0; s < skus; s++) {
            Results[] all = fresh();
            bySku.put(in.readUTF(), all);
            for (Results results : all) {
                results.size = in.readInt();
                results.next = in.readInt();
                for (int i = 0; i < results.size; i++) {
                    results.values[i] = in.readFloat();
                }
            }
        }
    }
}
