package dev.farrier.strag;

import dev.farrier.strag.JobPlan.Spell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One job as it runs: {@code own = step · rel(sku) · w(stage) · (1 + a) · F · work · noise · warm ·
 * shift}, communication {@code c = step · γ · C(node) · noise}, and a step takes {@code (max own +
 * max c) · whole}.
 */
final class JobRun {
    private static final double WARM_UP = 0.35;
    private static final double COMMUNICATION_NOISE = 0.03;
    private static final double SPIKE = 0.4;

    private final Scenario scenario;
    private final JobPlan job;
    private final List<Node> nodes;
    private final Draws noise;
    private final Draws network;
    private final Draws losses;
    private final SampleLine lines;
    private final ShortTests tests;

    JobRun(Scenario scenario, JobPlan job, List<Node> cluster) {
        this.scenario = scenario;
        this.job = job;
        nodes = job.nodes().stream().map(cluster::get).toList();
        noise = Draws.of(scenario.seed(), "steps of " + job.id());
        network = Draws.of(scenario.seed(), "communication of " + job.id());
        losses = Draws.of(scenario.seed(), "lost lines of " + job.id());
        lines = new SampleLine(scenario, job);
        tests = new ShortTests(scenario, job);
    }

    void run(Consumer<Map<String, Object>> out) {
        if (job.prolog()) {
            nodes.forEach(node -> out.accept(tests.line(node, job.start() + 5, "prolog")));
        }
        for (int sample = 0; sample < job.samples(); sample++) {
            sample(sample, out);
        }
        if (job.epilog()) {
            double time = job.epilogTime(scenario.interval());
            nodes.forEach(node -> out.accept(tests.line(node, time, "epilog")));
        }
    }

    private void sample(int sample, Consumer<Map<String, Object>> out) {
        double time = job.sampleTime(sample, scenario.interval());
        List<List<Signs>> signs = new ArrayList<>();
        for (Node node : nodes) {
            List<Signs> ofNode = new ArrayList<>();
            for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
                ofNode.add(node.signs(gpu, time));
            }
            signs.add(ofNode);
        }
        double[] own = ownTimes(sample, time, signs);
        double slowest = 0;
        for (double each : own) {
            slowest = Math.max(slowest, each);
        }
        double step = (slowest + communication(time)) * Spell.factor(job.spells(), time);
        for (int place = 0; place < nodes.size(); place++) {
            Map<String, Object> line =
                    lines.of(nodes.get(place), place, time, signs.get(place), own, step);
            if (!losses.chance(scenario.conditions().missing())) {
                out.accept(line);
            }
        }
    }

    private double[] ownTimes(int sample, double time, List<List<Signs>> signs) {
        Conditions conditions = scenario.conditions();
        double warmSamples = scenario.interval() >= 60 ? 1 : 3;
        double all =
                job.stepMs()
                        * (1 + WARM_UP * StrictMath.exp(-sample / warmSamples))
                        * Spell.factor(job.shifts(), time);
        double[] sequences = sequences();
        double[] own = new double[job.ranks()];
        for (int place = 0; place < nodes.size(); place++) {
            Node node = nodes.get(place);
            double spike =
                    noise.chance(conditions.spikeChance()) ? 1 + noise.exponential(SPIKE) : 1;
            for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
                int rank = place * Simulator.GPUS + gpu;
                Signs sign = signs.get(place).get(gpu);
                own[rank] =
                        all
                                * node.sku.relativeStep()
                                * job.weight(rank)
                                * (1 + node.gpus.get(gpu).effect)
                                * sign.own
                                * job.work().getOrDefault(rank, 1.0)
                                * sequences[rank]
                                * spike
                                * noise.lognormal(conditions.stepNoise())
                                * (sign.jitter > 0 ? noise.lognormal(sign.jitter) : 1);
            }
        }
        return own;
    }

    /** By how much the sequences of each rank are longer, as a mean over the steps of a sample. */
    private double[] sequences() {
        double[] factors = new double[job.ranks()];
        double aStep = scenario.conditions().imbalance();
        double steps = Math.max(1, scenario.interval() * 1000.0 / (job.stepMs() * 1.5));
        double sigma = aStep / Math.sqrt(steps);
        double[] drawn = new double[job.ranks()];
        for (int rank = 0; rank < factors.length; rank++) {
            drawn[rank] = aStep > 0 ? noise.lognormal(sigma) : 1;
        }
        for (int rank = 0; rank < factors.length; rank++) {
            boolean shared = scenario.conditions().imbalanceByReplica();
            factors[rank] = drawn[shared ? job.replica(rank) : rank];
        }
        return factors;
    }

    private double communication(double time) {
        double slowest = 0;
        for (Node node : nodes) {
            double factor = Signs.communication(node.faults, nodes.size(), time);
            slowest = Math.max(slowest, factor * network.lognormal(COMMUNICATION_NOISE));
        }
        double typical = 0;
        for (Node node : nodes) {
            typical = Math.max(typical, node.sku.relativeStep());
        }
        return job.stepMs() * typical * job.communication() * slowest;
    }
}
