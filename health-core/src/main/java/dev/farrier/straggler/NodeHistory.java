package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;

/** The jobs of one node: which were bad, how many since were clean, and whose they were. */
final class NodeHistory {
    private static final int KEPT = 64;

    /**
     * What one user's one application may count: its own habit of being slow somewhere is no
     * property of the node.
     */
    private static final double MOST_OF_ONE_USER = 5;

    private static final double LEAST_WEIGHT = 0.01;

    final GpuHistory[] gpus;
    int jobs;
    private long bad;
    private int kept;
    private int goodRun;
    private final TreeMap<String, Double> weights = new TreeMap<>();

    NodeHistory(int gpus) {
        this.gpus = new GpuHistory[gpus];
        Arrays.setAll(this.gpus, gpu -> new GpuHistory());
    }

    void job(boolean isBad) {
        jobs++;
        bad = bad << 1 | (isBad ? 1 : 0);
        kept = Math.min(kept + 1, KEPT);
        goodRun = isBad ? 0 : goodRun + 1;
        if (Repair.isLikely(badJobs(), kept - goodRun, goodRun)) {
            bad = 0;
            kept = goodRun;
        }
    }

    int badJobs() {
        return Long.bitCount(bad);
    }

    /** Jobs of which it is known whether they were bad. */
    int kept() {
        return kept;
    }

    /**
     * Weight of one more job of this user and application, 0 to 1; fades with each job of the node.
     */
    double weightOf(String userAndApplication, double forget) {
        weights.replaceAll((name, weight) -> weight * forget);
        weights.values().removeIf(weight -> weight < LEAST_WEIGHT);
        double had = weights.getOrDefault(userAndApplication, 0.0);
        double weight = Math.max(0, Math.min(1, MOST_OF_ONE_USER - had));
        weights.put(userAndApplication, had + weight);
        return weight;
    }

    void save(DataOutput out) throws IOException {
        for (GpuHistory gpu : gpus) {
            gpu.save(out);
        }
        out.writeInt(jobs);
        out.writeLong(bad);
        out.writeInt(kept);
        out.writeInt(goodRun);
        out.writeInt(weights.size());
        for (var weight : weights.entrySet()) {
            out.writeUTF(weight.getKey());
            out.writeDouble(weight.getValue());
        }
    }

    void restore(DataInput in) throws IOException {
        for (GpuHistory gpu : gpus) {
            gpu.restore(in);
        }
        jobs = in.readInt();
        bad = in.readLong();
        kept = in.readInt();
        goodRun = in.readInt();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            weights.put(in.readUTF(), in.readDouble());
        }
    }
}
