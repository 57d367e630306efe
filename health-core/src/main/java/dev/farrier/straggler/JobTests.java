package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The short tests of one job's nodes before and after it. */
final class JobTests {
    /**
     * So many results of the job itself are compared with each other; fewer with those of the
     * fleet.
     */
    private static final int ENOUGH_PEERS = 16;

    private static final double ABSURD = 1e9;

    /**
     * With so many, what all of them lost together is no GPU's fault: a driver has changed, or the
     * test.
     */
    private static final int FEW_PEERS = 4;

    private static final int PHASES = ShortTest.Phase.values().length;

    private final FleetTests fleet;
    private final GpuModel[] modelOfRank;
    private final int[] cohort;
    private final int gpusPerNode;
    private final float[][][] results;
    private final float[][] latency;

    /** By phase, kind and SKU; NaN until asked for after the last result. */
    private final double[][][] medians;

    /** Scratch space: what has nothing to compare it with is asked for at each tick. */
    private final float[] peers;

    JobTests(FleetTests fleet, GpuModel[] modelOfRank, int gpusPerNode) {
        this.fleet = fleet;
        this.modelOfRank = modelOfRank;
        this.gpusPerNode = gpusPerNode;
        List<String> skus = Arrays.stream(modelOfRank).map(GpuModel::sku).distinct().toList();
        cohort = Arrays.stream(modelOfRank).mapToInt(model -> skus.indexOf(model.sku())).toArray();
        medians = new double[PHASES][ShortTest.Kind.COUNT][skus.size()];
        forgetMedians();
        peers = new float[modelOfRank.length];
        results = new float[PHASES][ShortTest.Kind.COUNT][modelOfRank.length];
        latency = new float[PHASES][modelOfRank.length / gpusPerNode];
        for (float[][] phase : results) {
            for (float[] kind : phase) {
                Arrays.fill(kind, Float.NaN);
            }
        }
        for (float[] phase : latency) {
            Arrays.fill(phase, Float.NaN);
        }
    }

    void add(ShortTest test, int node) {
        int phase = test.phase().place();
        forgetMedians();
        latency[phase][node] =
                (float) (test.launchLatency() > 0 ? test.launchLatency() : Double.NaN);
        for (ShortTest.Kind kind : ShortTest.Kind.values()) {
            List<Double> values = test.of(kind);
            for (int gpu = 0; gpu < Math.min(values.size(), gpusPerNode); gpu++) {
                int rank = node * gpusPerNode + gpu;
                double value = values.get(gpu);
                if (value > 0 && value < ABSURD) {
                    results[phase][kind.place()][rank] = (float) value;
                    fleet.add(modelOfRank[rank].sku(), kind, value);
                }
            }
        }
    }

    /**
     * −log of the result against the others of its SKU; NaN without a result or anything to compare
     * it with.
     */
    double loss(int rank, ShortTest.Kind kind, ShortTest.Phase phase) {
        float result = result(rank, kind, phase);
        return Float.isNaN(result)
                ? Double.NaN
                : Math.log(usual(rank, kind, phase)) - Math.log(result);
    }

    /** −log of the result against the reference of the SKU. */
    double lossToReference(int rank, ShortTest.Kind kind, ShortTest.Phase phase) {
        return Math.log(modelOfRank[rank].reference().of(kind))
                - Math.log(result(rank, kind, phase));
    }

    /** The result of the newest test there is. */
    ShortTest.Phase newest(int rank, ShortTest.Kind kind) {
        boolean after = !Float.isNaN(result(rank, kind, ShortTest.Phase.EPILOG));
        return after ? ShortTest.Phase.EPILOG : ShortTest.Phase.PROLOG;
    }

    float result(int rank, ShortTest.Kind kind, ShortTest.Phase phase) {
        return results[phase.place()][kind.place()][rank];
    }

    float[] results(ShortTest.Kind kind, ShortTest.Phase phase) {
        return results[phase.place()][kind.place()];
    }

    /**
     * What the GPU lost in the worse of its compute and memory tests; a narrow PCIe link need not
     * slow a job. NaN without a test.
     */
    double worstLoss(int rank) {
        double worst = Double.NaN;
        for (ShortTest.Phase phase : ShortTest.Phase.values()) {
            worst = larger(worst, loss(rank, ShortTest.Kind.GEMM, phase));
            worst = larger(worst, loss(rank, ShortTest.Kind.HBM, phase));
        }
        return worst;
    }

    private static double larger(double a, double b) {
        return Double.isNaN(a) || b > a ? b : a;
    }

    /**
     * Launch latency of the node in its newest test, as a ratio to the median of the job's nodes;
     * NaN with fewer than four.
     */
    double latencyRatio(int node) {
        for (int phase = PHASES - 1; phase >= 0; phase--) {
            if (!Float.isNaN(latency[phase][node])) {
                float[] known = present(latency[phase]);
                return known.length < 4
                        ? Double.NaN
                        : latency[phase][node] / known[known.length / 2];
            }
        }
        return Double.NaN;
    }

    private double usual(int rank, ShortTest.Kind kind, ShortTest.Phase phase) {
        double[] known = medians[phase.place()][kind.place()];
        if (Double.isNaN(known[cohort[rank]])) {
            known[cohort[rank]] = median(rank, kind, phase);
        }
        return known[cohort[rank]];
    }

    private double median(int rank, ShortTest.Kind kind, ShortTest.Phase phase) {
        float[] same = results(kind, phase);
        int count = 0;
        for (int other = 0; other < same.length; other++) {
            if (!Float.isNaN(same[other]) && cohort[other] == cohort[rank]) {
                peers[count++] = same[other];
            }
        }
        Arrays.sort(peers, 0, count);
        double ofJob = count == 0 ? Double.NaN : peers[count / 2];
        if (count >= ENOUGH_PEERS) {
            return ofJob;
        }
        double ofFleet = fleet.median(modelOfRank[rank].sku(), kind, ENOUGH_PEERS);
        double usual = Double.isNaN(ofFleet) ? modelOfRank[rank].reference().of(kind) : ofFleet;
        return count >= FEW_PEERS && ofJob < usual ? ofJob : usual;
    }

    private void forgetMedians() {
        for (double[][] phase : medians) {
            for (double[] kind : phase) {
                Arrays.fill(kind, Double.NaN);
            }
        }
    }

    private static float[] present(float[] values) {
        float[] known = new float[values.length];
        int count = 0;
        for (float value : values) {
            if (!Float.isNaN(value)) {
                known[count++] = value;
            }
        }
        float[] sorted = Arrays.copyOf(known, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Takes over the results of a node that has stayed in the job. */
    void inherit(JobTests before, int was, int node) {
        for (int phase = 0; phase < PHASES; phase++) {
            latency[phase][node] = before.latency[phase][was];
            for (int kind = 0; kind < ShortTest.Kind.COUNT; kind++) {
                System.arraycopy(
                        before.results[phase][kind],
                        was * gpusPerNode,
                        results[phase][kind],
                        node * gpusPerNode,
                        gpusPerNode);
            }
        }
        forgetMedians();
    }

    void save(DataOutput out) throws IOException {
        for (float[][] phase : results) {
            for (float[] kind : phase) {
                for (float value : kind) {
                    out.writeFloat(value);
                }
            }
        }
        for (float[] phase : latency) {
            for (float value : phase) {
                out.writeFloat(value);
            }
        }
        for (double[][] phase : medians) {
            for (double[] kind : phase) {
                for (double value : kind) {
                    out.writeDouble(value);
                }
            }
        }
    }

    void restore(DataInput in) throws IOException {
        for (float[][] phase : results) {
            for (float[] kind : phase) {
                for (int i = 0; i < kind.length; i++) {
                    kind[i] = in.readFloat();
                }
            }
        }
        for (float[] phase : latency) {
            for (int i = 0; i < phase.length; i++) {
                phase[i] = in.readFloat();
            }
        }
        for (double[][] phase : medians) {
            for (double[] kind : phase) {
                for (int i = 0; i < kind.length; i++) {
                    kind[i] = in.readDouble();
                }
            }
        }
    }
}
