package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is compared with whom: step times within the same SKU and pipeline stage, telemetry within
 * the same SKU.
 *
 * <p>A tick is compared by {@link #compare}; the deviations stand here until the next.
 */
final class Cohorts {
    /** Members of each cohort by work: SKU and stage. */
    final int[][] byWork;

    /** Members of each cohort by SKU. */
    final int[][] bySku;

    final int[] workOfRank;
    final int[] skuOfRank;
    final NoiseScale[] noise;
    final Elasticity[] elasticity;

    final float[] deviation;
    final float[] clockLoss;
    final float[] hotter;
    final float[] powerLoss;
    final float[] cpuAbove;
    final float[] slowestOfNode;

    /**
     * Share of each SKU's GPUs that say that they run at their power cap; NaN where none says
     * anything.
     */
    final float[] cappedShare;

    /** What this tick's deviations are made of. */
    Basis basis = Basis.OWN_TIMES;

    private boolean stepKnown;

    float othersNvlinkErrors;
    float othersNetworkErrors;

    private static final int FEW_NODES = 4;

    private final int gpusPerNode;
    final int[] allNodes;
    final int[] allRanks;
    private final PeerMedian medians;

    private Cohorts(int[][] byWork, int[][] bySku, int ranks, int nodes) {
        this.byWork = byWork;
        this.bySku = bySku;
        gpusPerNode = ranks / nodes;
        workOfRank = new int[ranks];
        skuOfRank = new int[ranks];
        for (int sku = 0; sku < bySku.length; sku++) {
            for (int rank : bySku[sku]) {
                skuOfRank[rank] = sku;
            }
        }
        noise = new NoiseScale[byWork.length];
        elasticity = new Elasticity[byWork.length];
        for (int cohort = 0; cohort < byWork.length; cohort++) {
            noise[cohort] = new NoiseScale();
            elasticity[cohort] = new Elasticity();
            for (int rank : byWork[cohort]) {
                workOfRank[rank] = cohort;
            }
        }
        deviation = new float[ranks];
        clockLoss = new float[ranks];
        hotter = new float[ranks];
        powerLoss = new float[ranks];
        cpuAbove = new float[nodes];
        slowestOfNode = new float[nodes];
        Arrays.fill(slowestOfNode, Float.NaN);
        cappedShare = new float[bySku.length];
        allNodes = range(nodes);
        allRanks = range(ranks);
        medians = new PeerMedian(ranks);
    }

    static Cohorts of(JobShape shape, GpuModel[] modelOfRank) {
        int ranks = shape.ranks();
        Map<String, List<Integer>> work = new LinkedHashMap<>();
        Map<String, List<Integer>> sku = new LinkedHashMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            String name = modelOfRank[rank].sku();
            sku.computeIfAbsent(name, any -> new ArrayList<>()).add(rank);
            work.computeIfAbsent(shape.stageOf(rank) + " " + name, any -> new ArrayList<>())
                    .add(rank);
        }
        return new Cohorts(members(work), members(sku), ranks, shape.nodes().size());
    }

    private static int[][] members(Map<String, List<Integer>> cohorts) {
        return cohorts.values().stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private static int[] range(int count) {
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        return all;
    }

    /** What says how long a rank works in each step. */
    enum Basis {
        OWN_TIMES,
        /** The rank that waits least is active most. */
        ACTIVITY,
        CLOCK
    }

    void compare(Tick tick) {
        basis =
                any(tick.logOwn)
                        ? Basis.OWN_TIMES
                        : any(tick.logActive) ? Basis.ACTIVITY : Basis.CLOCK;
        for (int[] members : byWork) {
            medians.deviations(
                    basis == Basis.OWN_TIMES ? tick.logOwn : tick.logActive, members, deviation);
        }
        for (int[] members : bySku) {
            medians.deviations(tick.logClock, members, clockLoss);
            medians.deviations(tick.temperature, members, hotter);
            medians.deviations(tick.logPower, members, powerLoss);
        }
        for (int sku = 0; sku < bySku.length; sku++) {
            cappedShare[sku] = capped(tick, bySku[sku]);
        }
        for (int rank : allRanks) {
            clockLoss[rank] = -clockLoss[rank];
            powerLoss[rank] = -powerLoss[rank];
        }
        if (basis == Basis.CLOCK) {
            System.arraycopy(clockLoss, 0, deviation, 0, deviation.length);
        }
        compareHosts(tick);
        othersNvlinkErrors = medians.median(tick.nvlinkErrors, allNodes);
        othersNetworkErrors = medians.median(tick.networkErrors, allNodes);
    }

    private static float capped(Tick tick, int[] members) {
        int known = 0;
        float capped = 0;
        for (int member : members) {
            float cap = tick.cap(member);
            if (!Float.isNaN(cap)) {
                known++;
                capped += cap;
            }
        }
        return known == 0 ? Float.NaN : capped / known;
    }

    /** With few nodes, against the busiest of the others. */
    private void compareHosts(Tick tick) {
        if (allNodes.length > FEW_NODES) {
            medians.deviations(tick.cpu, allNodes, cpuAbove);
            return;
        }
        for (int node : allNodes) {
            float busiest = Float.NaN;
            for (int other : allNodes) {
                busiest = other == node ? busiest : larger(busiest, tick.cpu[other]);
            }
            cpuAbove[node] = tick.cpu[node] - busiest;
        }
    }

    private static boolean any(float[] values) {
        for (float value : values) {
            if (!Float.isNaN(value)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Log of the job's step time; of a job that never says it, minus the log of how active its SMs
     * are: of a longer step a smaller part is work.
     */
    float logStep(Tick tick) {
        if (!Double.isNaN(tick.stepMillis)) {
            stepKnown = true;
            return (float) Math.log(tick.stepMillis);
        }
        return stepKnown ? Float.NaN : -medians.median(tick.logActive, allRanks);
    }

    /**
     * Log of the slowest rank's own time; of a node whose sample is missing, as it was when it was
     * last heard of.
     */
    float logSlowest(Tick tick) {
        float slowest = Float.NaN;
        for (int node : allNodes) {
            float ofNode = Float.NaN;
            for (int rank = node * gpusPerNode; rank < (node + 1) * gpusPerNode; rank++) {
                ofNode = larger(ofNode, tick.logOwn[rank]);
            }
            if (!Float.isNaN(ofNode)) {
                slowestOfNode[node] = ofNode;
            }
            slowest = larger(slowest, slowestOfNode[node]);
        }
        return Double.isNaN(tick.stepMillis) ? Float.NaN : slowest;
    }

    private static float larger(float a, float b) {
        return Float.isNaN(a) || b > a ? b : a;
    }

    float median(float[] values, int[] members) {
        return medians.median(values, members);
    }

    void deviations(float[] values, int[] members, float[] deviation) {
        medians.deviations(values, members, deviation);
    }

    /** Of each member the share of its cohort by work that was faster, from 0 to below 1. */
    float[] fasterShares(float[] effect) {
        float[] shares = new float[effect.length];
        for (int[] members : byWork) {
            float[] sorted = new float[members.length];
            for (int i = 0; i < members.length; i++) {
                sorted[i] = effect[members[i]];
            }
            Arrays.sort(sorted);
            for (int member : members) {
                int place = Arrays.binarySearch(sorted, effect[member]);
                shares[member] = Math.max(0, place) / (members.length + 1f);
            }
        }
        return shares;
    }

    int nodeOf(int rank) {
        return rank / gpusPerNode;
    }

    void save(DataOutput out) throws IOException {
        for (NoiseScale scale : noise) {
            scale.save(out);
        }
        for (Elasticity each : elasticity) {
            each.save(out);
        }
        for (float each : slowestOfNode) {
            out.writeFloat(each);
        }
        out.writeBoolean(stepKnown);
    }

    void restore(DataInput in) throws IOException {
        for (NoiseScale scale : noise) {
            scale.restore(in);
        }
        for (Elasticity each : elasticity) {
            each.restore(in);
        }
        for (int node = 0; node < slowestOfNode.length; node++) {
            slowestOfNode[node] = in.readFloat();
        }
        stepKnown = in.readBoolean();
    }
}
