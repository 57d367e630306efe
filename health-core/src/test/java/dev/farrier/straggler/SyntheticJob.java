package dev.farrier.straggler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A job's samples with seeded noise, which a test makes slow in one place or another. */
final class SyntheticJob {
    static final int GPUS = 8;
    static final double START = 1000;
    static final double INTERVAL = 10;
    static final GpuModel MODEL =
            new GpuModel("H100", 1980, 700, 87, 5, 16, new GpuModel.Reference(700, 2900, 55, 400));

    private static final double OWN_MILLIS = 1000;
    private static final double COMMUNICATION = 150;
    private static final int SOFTWARE_THERMAL = 0x20;

    /** Changes what one tick's samples say, before they are sent. */
    interface Fault {
        void strike(Values values, int tick);
    }

    /** What all ranks and nodes would say in one tick. */
    static final class Values {
        final double[][] gpus;
        final double[] cpu;
        double stepFactor = 1;

        Values(int ranks, int nodes) {
            gpus = new double[Metric.COUNT][ranks];
            cpu = new double[nodes];
        }

        double get(Metric metric, int rank) {
            return gpus[metric.place()][rank];
        }

        Values set(Metric metric, int rank, double value) {
            gpus[metric.place()][rank] = value;
            return this;
        }

        Values add(Metric metric, int rank, double value) {
            return set(metric, rank, get(metric, rank) + value);
        }

        Values scale(Metric metric, int rank, double factor) {
            return set(metric, rank, get(metric, rank) * factor);
        }

        Values setAll(Metric metric, double value) {
            Arrays.fill(gpus[metric.place()], value);
            return this;
        }
    }

    private final String name;
    private final int nodes;
    private final List<Fault> faults = new ArrayList<>();
    private String user = "someone";
    private int gpusPerNode = GPUS;
    private int firstNode;
    private int ticks = 60;
    private int firstTick;
    private double noise = 0.01;
    private long seed = 1;

    SyntheticJob(String name, int nodes) {
        this.name = name;
        this.nodes = nodes;
    }

    SyntheticJob with(Fault fault) {
        faults.add(fault);
        return this;
    }

    SyntheticJob ofUser(String name) {
        user = name;
        return this;
    }

    SyntheticJob gpusPerNode(int count) {
        gpusPerNode = count;
        return this;
    }

    SyntheticJob fromNode(int first) {
        firstNode = first;
        return this;
    }

    SyntheticJob ticks(int count) {
        ticks = count;
        return this;
    }

    SyntheticJob fromTick(int first) {
        firstTick = first;
        return this;
    }

    SyntheticJob noise(double sigma) {
        noise = sigma;
        return this;
    }

    SyntheticJob seed(long value) {
        seed = value;
        return this;
    }

    /** A fault from one tick on and before another. */
    static Fault between(int from, int to, Consumer<Values> change) {
        return (values, tick) -> {
            if (tick >= from && tick < to) {
                change.accept(values);
            }
        };
    }

    /** Slow, hot, and its clock lower by as much; its reasons say so. */
    static Fault hot(int rank, double factor, int from, int to) {
        return between(
                from,
                to,
                v ->
                        v.scale(Metric.OWN_TIME, rank, factor)
                                .scale(Metric.SM_CLOCK, rank, 1 / factor)
                                .add(Metric.TEMPERATURE, rank, 14)
                                .set(Metric.THROTTLE_REASONS, rank, SOFTWARE_THERMAL));
    }

    /** Slow, and its clock lower by as much, for no reason that it gives. */
    static Fault locked(int rank, double factor, int from, int to) {
        return between(
                from,
                to,
                v ->
                        v.scale(Metric.OWN_TIME, rank, factor)
                                .scale(Metric.SM_CLOCK, rank, 1 / factor)
                                .scale(Metric.POWER, rank, 1 / factor));
    }

    /** More work than the others, on hardware that is well. */
    static Fault moreWork(int rank, double factor, int from, int to) {
        return between(from, to, v -> v.scale(Metric.OWN_TIME, rank, factor));
    }

    /** Something that slows all ranks alike. */
    static Fault wholeJob(double factor, int from, int to) {
        return between(
                from,
                to,
                v -> {
                    for (int rank = 0; rank < v.gpus[0].length; rank++) {
                        v.scale(Metric.OWN_TIME, rank, factor);
                    }
                });
    }

    static Fault warmUp() {
        return (values, tick) ->
                wholeJob(1 + 0.35 * Math.exp(-tick / 3.0), 0, 9).strike(values, tick);
    }

    /** A node whose CPUs are busy with something else. */
    static Fault busyHost(int node, double factor, int from, int to) {
        return between(
                from,
                to,
                v -> {
                    for (int rank = node * GPUS; rank < (node + 1) * GPUS; rank++) {
                        v.scale(Metric.OWN_TIME, rank, factor);
                    }
                    v.cpu[node] += 55;
                });
    }

    /** Six symbol errors a second on one port, which make the job's step longer. */
    static Fault network(int rank, double stepFactor, int from, int to) {
        return (values, tick) -> {
            int bad = Math.max(0, Math.min(tick, to - 1) - from + 1);
            values.add(Metric.IB_SYMBOL_ERRORS, rank, 6 * INTERVAL * bad);
            if (tick >= from && tick < to) {
                values.stepFactor *= stepFactor;
            }
        };
    }

    String name() {
        return name;
    }

    double time(int tick) {
        return START + tick * INTERVAL;
    }

    String node(int place) {
        return "n" + (firstNode + place);
    }

    JobShape shape() {
        List<String> names = new ArrayList<>();
        for (int place = 0; place < nodes; place++) {
            names.add(node(place));
        }
        return new JobShape(name, time(firstTick), user, "app", names, gpusPerNode, 1, INTERVAL);
    }

    /** All samples in the order of their time. */
    List<NodeSample> samples() {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = nodes * gpusPerNode;
        double[] natural = new double[ranks];
        Arrays.setAll(natural, rank -> 0.01 * random.nextGaussian());
        List<NodeSample> samples = new ArrayList<>();
        for (int tick = firstTick; tick < firstTick + ticks; tick++) {
            Values values = healthy(natural, random);
            for (Fault fault : faults) {
                fault.strike(values, tick);
            }
            double slowest = Arrays.stream(values.gpus[0]).max().orElseThrow();
            double step = (slowest + COMMUNICATION) * values.stepFactor;
            for (int place = 0; place < nodes; place++) {
                samples.add(sample(place, time(tick) + 0.01 * place, values, step));
            }
        }
        return samples;
    }

    private Values healthy(double[] natural, SplittableRandom random) {
        Values values = new Values(natural.length, nodes);
        for (int rank = 0; rank < natural.length; rank++) {
            double own = OWN_MILLIS * Math.exp(natural[rank] + noise * random.nextGaussian());
            double clock = 1890 * Math.exp(-0.9 * natural[rank] + 0.004 * random.nextGaussian());
            values.set(Metric.OWN_TIME, rank, own)
                    .set(Metric.SM_CLOCK, rank, Math.rint(clock / 15) * 15)
                    .set(Metric.TEMPERATURE, rank, Math.rint(60 + random.nextGaussian()))
                    .set(Metric.POWER, rank, 620 + 5 * random.nextGaussian())
                    .set(Metric.SM_ACTIVE, rank, 80 * own / OWN_MILLIS)
                    .set(Metric.PCIE_GENERATION, rank, 5)
                    .set(Metric.PCIE_WIDTH, rank, 16);
        }
        for (int place = 0; place < nodes; place++) {
            values.cpu[place] = 20 + random.nextGaussian();
        }
        return values;
    }

    private NodeSample sample(int place, double time, Values values, double step) {
        NodeSample sample = new NodeSample(gpusPerNode).clear(name, node(place), time);
        for (Metric metric : Metric.values()) {
            for (int gpu = 0; gpu < gpusPerNode; gpu++) {
                sample.set(metric, gpu, values.get(metric, place * gpusPerNode + gpu));
            }
        }
        return sample.cpuPercent(values.cpu[place]).stepMillis(step);
    }

    /** A node's short tests, in which one GPU gives so much of what it should in one of them. */
    ShortTest test(
            int place,
            ShortTest.Phase phase,
            double time,
            ShortTest.Kind kind,
            int gpu,
            double of) {
        SplittableRandom random = new SplittableRandom(seed + 31L * place);
        List<List<Double>> all = new ArrayList<>();
        for (ShortTest.Kind each : ShortTest.Kind.values()) {
            List<Double> results = new ArrayList<>();
            for (int i = 0; i < gpusPerNode; i++) {
                double factor = each == kind && i == gpu ? of : 1;
                double good = MODEL.reference().of(each);
                results.add(good * factor * Math.exp(0.003 * random.nextGaussian()));
            }
            all.add(results);
        }
        return new ShortTest(
                time,
                name,
                node(place),
                phase,
                all.get(0),
                all.get(1),
                all.get(2),
                all.get(3),
                0.005);
    }

    /** Who tells a detector of jobs, and hears what it says. */
    static final class Ear {
        final List<Detection> heard = new ArrayList<>();
        final List<JobVerdict> verdicts = new ArrayList<>();
        StragglerDetector detector =
                new StragglerDetector(StragglerSettings.defaults(), heard::add);

        Ear() {
            detector.model(MODEL);
        }

        Ear begin(SyntheticJob job) {
            JobShape shape = job.shape();
            shape.nodes().forEach(node -> detector.node(new NodePlace(node, MODEL.sku(), "r")));
            detector.begin(shape);
            return this;
        }

        Ear samples(List<NodeSample> samples) {
            samples.forEach(detector::sample);
            return this;
        }

        Ear end(SyntheticJob job) {
            detector.end(job.name, job.time(job.firstTick + job.ticks)).ifPresent(verdicts::add);
            return this;
        }

        /** Saves all that is known and goes on from that. */
        void restart() {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                detector.save(new DataOutputStream(bytes));
                detector =
                        StragglerDetector.restore(
                                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                                StragglerSettings.defaults(),
                                heard::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        JobVerdict verdict() {
            return verdicts.get(verdicts.size() - 1);
        }

        List<Detection> alarms() {
            return heard.stream()
                    .filter(each -> each.confidence() == Detection.Confidence.ALARM)
                    .toList();
        }

        /** What the first alarms were about: {@code node/gpu cause}, each once. */
        List<String> found() {
            return alarms().stream()
                    .map(each -> each.node() + "/" + each.gpu() + " " + each.cause().word())
                    .distinct()
                    .toList();
        }

        List<String> suspects() {
            return heard.stream()
                    .filter(each -> each.confidence() == Detection.Confidence.SUSPECT)
                    .map(each -> each.node() + "/" + each.gpu())
                    .distinct()
                    .toList();
        }
    }

    /** Runs the whole job before a new detector. */
    Ear run() {
        return hear(samples());
    }

    /** Runs the job with these samples in place of its own. */
    Ear hear(List<NodeSample> samples) {
        return new Ear().begin(this).samples(samples).end(this);
    }
}
