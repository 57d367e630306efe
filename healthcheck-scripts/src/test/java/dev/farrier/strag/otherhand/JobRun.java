package dev.farrier.strag.otherhand;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays one job on its nodes: the lines it leaves, and what each fault cost it. */
final class JobRun {
    private static final double STEP_NOISE = 0.004;

    private final Scenario scenario;
    private final Job job;
    private final List<Node> nodes;
    private final Dice dice;
    private final SampleWriter writer;
    private final Map<Fault, Episode> episodes = new LinkedHashMap<>();
    private final List<Sent> sent = new ArrayList<>();

    JobRun(Scenario scenario, Job job, List<Node> nodes, Dice dice) {
        this.scenario = scenario;
        this.job = job;
        this.nodes = nodes;
        this.dice = dice;
        writer = new SampleWriter(scenario, job, dice);
        for (Fault fault : scenario.faults()) {
            if (job.nodes().contains(fault.node())) {
                episodes.put(fault, new Episode(fault, job));
            }
        }
    }

    /** A line and when it reached the file. */
    private record Sent(double at, String line) {}

    List<String> lines() {
        double end = scenario.end(job);
        nodes.forEach(Node::rest);
        List<String> all = new ArrayList<>();
        all.add(header());
        if (job.tests() != Job.Tests.NONE) {
            nodes.forEach(node -> all.add(test(node, job.start() + 5, "prolog")));
        }
        for (int sample = 0; sample < job.samples(); sample++) {
            play(sample);
        }
        sent.sort(Comparator.comparingDouble(Sent::at));
        sent.forEach(one -> all.add(one.line()));
        if (job.tests() == Job.Tests.BOTH) {
            nodes.forEach(node -> all.add(test(node, end - 9, "epilog")));
        }
        all.add(new Line().text("type", "end").text("job", job.id()).number("t", end).toString());
        return all;
    }

    List<Episode> episodes() {
        return scenario.faults().stream().filter(episodes::containsKey).map(episodes::get).toList();
    }

    private String header() {
        int ranks = nodes.size() * scenario.gpusPerNode();
        return new Line()
                .text("type", "job")
                .text("job", job.id())
                .number("t", job.start())
                .text("user", job.user())
                .text("app", job.app().name())
                .texts("nodes", nodes.stream().map(Node::name).toList())
                .number("pp", job.pipeline())
                .number("tp", job.tensor())
                .number("dp", Math.max(1, ranks / (job.pipeline() * job.tensor())))
                .toString();
    }

    private String test(Node node, double t, String phase) {
        node.reach(t, scenario, dice);
        return BenchLine.line(scenario, job, node, t, phase, dice);
    }

    private void play(int sample) {
        double t = scenario.firstSample(job) + sample * (double) scenario.interval();
        compute(sample, t);
        Step step = step(t);
        boolean idle = job.app().rhythm().evaluates(t - job.start());
        boolean saving = job.app().rhythm().saves(t - job.start(), scenario.interval());
        for (Node node : nodes) {
            suffer(node, t);
            double measured = step.ms() * (saving ? 1.7 : 1);
            String line = writer.line(node, t, measured, idle || saving);
            boolean arrives = !dice.chance(scenario.exporter().missing());
            if (arrives) {
                send(t, line);
            }
            record(node, t, step, arrives && !scenario.exporter().frozen(node.number, t));
        }
    }

    private void compute(int sample, double t) {
        App app = job.app();
        int ranks = nodes.size() * scenario.gpusPerNode();
        double growth = 1 + app.rhythm().growth() * sample / job.samples();
        double warmUp = sample == 0 ? 1.3 : sample == 1 ? 1.05 : 1;
        int rank = 0;
        for (Node node : nodes) {
            double starving = node.starve(app, dice);
            double inlet = scenario.inlet(node.number / scenario.nodesPerRack(), t);
            for (int slot = 0; slot < node.gpus.size(); slot++) {
                double work = app.work().of(rank++, ranks, job.pipeline()) * growth * warmUp;
                Stress stress = Stress.on(scenario.faults(), node.number, slot, t);
                Gpu gpu = node.gpus.get(slot);
                gpu.compute(app, work, starving, stress, inlet, dice);
                if (stress.equals(Stress.NONE)
                        && !everHeated(node.number, slot)
                        && gpu.throttles()) {
                    throw new IllegalStateException(
                            scenario.name() + ": a healthy GPU throttles on " + node.name());
                }
            }
        }
    }

    private boolean everHeated(int node, int slot) {
        return scenario.faults().stream()
                .anyMatch(f -> f.kind() == Kind.THERMAL && f.touches(node, slot));
    }

    /**
     * @param computing the part of the step that the slowest rank sets; the exchanges come on top
     */
    private record Step(double ms, double computing, double nvlink, double network) {}

    private Step step(double t) {
        double slowest = 0;
        for (Node node : nodes) {
            for (Gpu gpu : node.gpus) {
                slowest = Math.max(slowest, gpu.own());
            }
        }
        double bubble = (job.pipeline() - 1) / (4.0 * job.pipeline());
        double computing = slowest * (1 + bubble);
        double nvlink = 1;
        double network = 1;
        for (Fault fault : episodes.keySet()) {
            if (fault.level(t) > 0) {
                nvlink =
                        fault.kind() == Kind.NVLINK
                                ? Math.max(nvlink, 1 / fault.factor(t))
                                : nvlink;
                network =
                        fault.kind() == Kind.NETWORK
                                ? Math.max(network, 1 / fault.factor(t))
                                : network;
            }
        }
        double inside = job.app().stepMs() * job.app().bound().nvlink() * nvlink;
        double between =
                nodes.size() > 1 ? job.app().stepMs() * job.app().bound().network() * network : 0;
        double jitter = 1 + Math.abs(dice.heavy(0.08));
        double ms = (computing + inside + between * jitter) * (1 + dice.normal(STEP_NOISE));
        return new Step(ms, computing, inside / nvlink, between / network);
    }

    private void suffer(Node node, double t) {
        node.reach(t, scenario, dice);
        for (Fault fault : scenario.faults()) {
            if (fault.node() == node.number && fault.kind() == Kind.NETWORK) {
                if (!fault.hidden()) {
                    node.sufferNetwork(
                            fault, t, scenario.interval(), scenario.exporter().ports(), dice);
                }
            } else if (fault.node() == node.number
                    && fault.kind() == Kind.NVLINK
                    && fault.level(t) > 0) {
                node.sufferNvlink(scenario.interval(), scenario.exporter().ports(), dice);
            }
        }
        for (int slot = 0; slot < node.gpus.size(); slot++) {
            Stress stress = Stress.on(scenario.faults(), node.number, slot, t);
            node.gpus.get(slot).counters.suffer(stress, scenario.interval(), dice);
        }
    }

    private void send(double t, String line) {
        Exporter exporter = scenario.exporter();
        double delay = dice.chance(exporter.late()) ? dice.uniform(1, 6) * scenario.interval() : 0;
        sent.add(new Sent(t + delay, line));
        if (dice.chance(exporter.duplicated())) {
            sent.add(new Sent(t + delay, line));
        }
    }

    private void record(Node node, double t, Step step, boolean delivered) {
        episodes.forEach(
                (fault, episode) -> {
                    if (fault.node() == node.number) {
                        episode.add(t, effect(fault, node, t, step), delivered);
                    }
                });
    }

    private static double effect(Fault fault, Node node, double t, Step step) {
        if (fault.level(t) == 0 && fault.kind() != Kind.THERMAL) {
            return 0;
        }
        if (fault.kind().slowsTheStepOnly()) {
            double share = fault.kind() == Kind.NVLINK ? step.nvlink() : step.network();
            return share
                    * (1 / fault.factor(t) - 1)
                    / (step.computing() + step.nvlink() + step.network());
        }
        double most = 0;
        for (int slot = 0; slot < node.gpus.size(); slot++) {
            if (fault.touches(node.number, slot)) {
                most = Math.max(most, node.gpus.get(slot).effect());
            }
        }
        return most;
    }
}
