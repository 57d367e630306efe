package dev.farrier.strag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** With this a recipe says what its scenario is like; what it does not say is as usual. */
final class ScenarioBuilder {
    private final String name;
    private final String note;
    private final long seed;
    private final Draws draws;
    private final List<Sku> nodes = new ArrayList<>();
    private final List<JobBuilder> jobs = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final Set<String> quiet = new HashSet<>();
    private final List<Decoy> decoys = new ArrayList<>();
    private final Set<Integer> lemons = new HashSet<>();
    private final Set<Integer> taken = new HashSet<>();
    private int interval = 10;
    private double stepNoise = 0.012;
    private double spikeChance = 0.005;
    private double missing = 0.01;
    private double skewSeconds;
    private double imbalance;
    private boolean imbalanceByReplica;
    private double hotShare;
    private double capBitShare;
    private boolean summedPorts;
    private Rollout rollout = Rollout.NONE;

    ScenarioBuilder(String name, String note, long seed) {
        this.name = name;
        this.note = note;
        this.seed = seed;
        draws = Draws.of(seed, "recipe");
    }

    /** For what the recipe leaves to chance. */
    Draws draws() {
        return draws;
    }

    double between(double low, double high) {
        return draws.uniform(low, high);
    }

    /** A node that no recipe's line has asked for before. */
    int anyNode() {
        if (taken.size() == nodes.size()) {
            throw new IllegalStateException(name + ": no node is left");
        }
        int node = draws.below(nodes.size());
        while (!taken.add(node)) {
            node = (node + 1) % nodes.size();
        }
        return node;
    }

    int anyGpu() {
        return draws.below(Simulator.GPUS);
    }

    int nodeCount() {
        return nodes.size();
    }

    ScenarioBuilder nodes(Sku sku, int count) {
        for (int i = 0; i < count; i++) {
            nodes.add(sku);
        }
        return this;
    }

    /** 10 or 60 seconds. */
    ScenarioBuilder interval(int seconds) {
        interval = seconds;
        return this;
    }

    ScenarioBuilder stepNoise(double sigma) {
        stepNoise = sigma;
        return this;
    }

    ScenarioBuilder spikes(double chance) {
        spikeChance = chance;
        return this;
    }

    ScenarioBuilder missing(double share) {
        missing = share;
        return this;
    }

    ScenarioBuilder skew(double sigmaSeconds) {
        skewSeconds = sigmaSeconds;
        return this;
    }

    ScenarioBuilder imbalance(double sigmaOfAStep, boolean byReplica) {
        imbalance = sigmaOfAStep;
        imbalanceByReplica = byReplica;
        return this;
    }

    ScenarioBuilder hotGpus(double share) {
        hotShare = share;
        return this;
    }

    ScenarioBuilder capBits(double shareOfGpus) {
        capBitShare = shareOfGpus;
        return this;
    }

    ScenarioBuilder summedPorts() {
        summedPorts = true;
        return this;
    }

    ScenarioBuilder rollout(Rollout of) {
        rollout = of;
        return this;
    }

    /** A job on these nodes, in this order. */
    JobBuilder job(String id, List<Integer> on) {
        JobBuilder job = new JobBuilder(id, on);
        jobs.add(job);
        return job;
    }

    /** A job on all nodes. */
    JobBuilder job(String id) {
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            all.add(node);
        }
        return job(id, all);
    }

    /** A fault from a time on, for good. */
    ScenarioBuilder fault(FaultKind kind, int node, int gpu, double start, double slow) {
        return fault(kind, node, gpu, start, Fault.NEVER, slow);
    }

    ScenarioBuilder fault(
            FaultKind kind, int node, int gpu, double start, double end, double slow) {
        return fault(kind, node, gpu, start, end, slow, 1, 0, 0);
    }

    ScenarioBuilder fault(
            FaultKind kind,
            int node,
            int gpu,
            double start,
            double end,
            double slow,
            double duty,
            double period,
            double ramp) {
        double rounded = Numbers.rounded(slow, 3);
        String id = "f" + faults.size();
        faults.add(new Fault(id, kind, node, gpu, start, end, rounded, duty, period, ramp));
        return this;
    }

    /** The latest fault is the node's over many jobs: no job's positive. */
    ScenarioBuilder acrossJobs() {
        quiet.add(faults.get(faults.size() - 1).id());
        return this;
    }

    /** The node is bad at the end. */
    ScenarioBuilder lemon(int node) {
        lemons.add(node);
        return this;
    }

    ScenarioBuilder decoy(Decoy.Kind kind, int node, int gpu, double start, double amount) {
        decoys.add(new Decoy(kind, node, gpu, start, Fault.NEVER, amount));
        return this;
    }

    Scenario build() {
        Conditions conditions =
                new Conditions(
                        stepNoise,
                        spikeChance,
                        missing,
                        skewSeconds,
                        imbalance,
                        imbalanceByReplica,
                        hotShare,
                        capBitShare,
                        summedPorts);
        return new Scenario(
                name,
                note,
                seed,
                interval,
                nodes,
                conditions,
                jobs.stream().map(JobBuilder::build).toList(),
                faults,
                quiet,
                decoys,
                lemons,
                rollout);
    }
}
