package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Writes the samples of one job as they arrived: late, early or not at all. */
final class SampleWriter {
    private record Arrived(double t, String line) {}

    private final Scenario scenario;
    private final Plan plan;
    private final Chance chance;
    private final Counters counters;

    SampleWriter(Scenario scenario, Plan plan) {
        this.scenario = scenario;
        this.plan = plan;
        this.chance = scenario.chance();
        this.counters = new Counters(scenario);
    }

    List<String> lines(List<Frame> frames) {
        List<Arrived> arrived = new ArrayList<>();
        for (int moment = 0; moment < frames.size(); moment++) {
            for (int place = 0; place < plan.nodes().size(); place++) {
                Machine machine = scenario.machine(plan.nodes().get(place));
                if (!scenario.lost(plan, machine.number(), moment)) {
                    Frame frame = frames.get(moment);
                    double t = frame.t() + scenario.skew() * machine.clockError();
                    t = Math.rint(t * 10) / 10;
                    arrived.add(new Arrived(t, line(machine, place, frame, t)));
                }
            }
        }
        arrived.sort(Comparator.comparingDouble(Arrived::t));
        return arrived.stream().map(Arrived::line).toList();
    }

    private String line(Machine machine, int place, Frame frame, double shownAt) {
        Sku sku = machine.sku();
        int node = machine.number();
        int first = place * Machine.GPUS;
        long moment = Math.round(frame.t() * 10);
        JsonLine line =
                new JsonLine()
                        .with("type", "s")
                        .with("t", shownAt, 1)
                        .with("job", plan.id())
                        .with("node", machine.name())
                        .with("sm", row(g -> clock(frame, first + g, node, g, moment)), 0)
                        .with("mem", row(g -> frame.gpu(first + g).memory()), 0)
                        .with("tmp", row(g -> frame.gpu(first + g).celsius()), 0)
                        .with("pw", row(g -> watts(frame, first + g, node, g, moment)), 0);
        if (plan.shows().reasons()) {
            line.with("thr", row(g -> frame.gpu(first + g).bits()), 0);
        }
        line.with("util", row(g -> 100 - Math.floor(1.3 * flat(node, g, moment, 1))), 0)
                .with("sma", row(g -> active(frame, first + g, node, g, moment)), 0)
                .with("pg", row(g -> sku.pcieGen), 0)
                .with("pl", row(g -> lanes(node, g, frame.t())), 0)
                .with("ecc", count(Counters.Counter.ECC, node, frame.t()), 0)
                .with("prc", count(Counters.Counter.REPLAYS, node, frame.t()), 0)
                .with("nve", count(Counters.Counter.NVLINK, node, frame.t()), 0)
                .with("nvr", row(g -> rate(frame, Kind.NVLINK, sku, node, g, moment)), 1)
                .with("ibe", count(Counters.Counter.SYMBOLS, node, frame.t()), 0)
                .with("ibd", count(Counters.Counter.DOWNS, node, frame.t()), 0)
                .with("ibr", row(g -> rate(frame, Kind.NETWORK, sku, node, g, moment)), 1)
                .with("cpu", processor(machine, frame.t(), moment), 0);
        if (plan.shows().own()) {
            line.with("st", row(g -> frame.gpu(first + g).own()), 1);
        }
        if (plan.shows().step()) {
            line.with("T", frame.step(), 1);
        }
        return line.toString();
    }

    private double clock(Frame frame, int rank, int node, int gpu, long moment) {
        double clock = frame.gpu(rank).clock();
        boolean hunting = (frame.gpu(rank).bits() & 0x24) != 0;
        double seen = clock + (hunting ? 11 * drawn(node, gpu, moment, 2) : 0);
        double top = scenario.machine(node).chips().get(gpu).topClock();
        return Math.min(top, 15 * Math.rint(seen / 15));
    }

    private double watts(Frame frame, int rank, int node, int gpu, long moment) {
        return frame.gpu(rank).watts() * (1 + 0.012 * drawn(node, gpu, moment, 3));
    }

    private double active(Frame frame, int rank, int node, int gpu, long moment) {
        double busy = frame.gpu(rank).busy();
        double high = 68 + 22 * plan.app().load();
        return Math.max(1, high * busy + 7 * (1 - busy) + 0.8 * drawn(node, gpu, moment, 4));
    }

    private double lanes(int node, int gpu, double t) {
        for (Fault fault : scenario.faults()) {
            if (fault.kind() == Kind.PCIE && fault.touches(node, gpu) && fault.level(t) > 0) {
                return 8;
            }
        }
        return scenario.signs().stream()
                .filter(s -> s.touches(node, gpu) && s.isOn(Sign.Look.NARROW, t))
                .mapToDouble(Sign::size)
                .findFirst()
                .orElse(16);
    }

    private double[] count(Counters.Counter counter, int node, double t) {
        return row(g -> counters.value(counter, node, g, t));
    }

    /** GB/s; a bad link's share of the traffic goes partly over the others. */
    private double rate(Frame frame, Kind link, Sku sku, int node, int gpu, long moment) {
        boolean none = link == Kind.NVLINK ? sku.nvlinks == 0 : plan.nodes().size() == 1;
        if (none) {
            return 0;
        }
        double usual = link == Kind.NVLINK ? sku.nvlink * 0.15 : 15;
        double pace = frame.usualStep() / frame.step();
        for (Fault fault : scenario.faults()) {
            boolean here = fault.gpu() == gpu || (fault.gpu() < 0 && gpu == node % Machine.GPUS);
            if (fault.kind() == link && fault.node() == node && here) {
                pace *= 1 - 0.12 * fault.level(frame.t());
            }
        }
        long kind = link == Kind.NVLINK ? 5 : 6;
        return usual
                * pace
                * (0.4 + 4 * plan.app().exchange())
                * (1 + 0.025 * drawn(node, gpu, moment, kind));
    }

    private double processor(Machine machine, double t, long moment) {
        double busy = machine.habits() + 60 * plan.app().shares().host();
        busy += 1.5 * drawn(machine.number(), 0, moment, 7);
        for (Fault fault : scenario.faults()) {
            boolean here = fault.kind() == Kind.CPU && fault.node() == machine.number();
            busy += here ? 34 * fault.level(t) : 0;
        }
        for (Sign sign : scenario.signs()) {
            boolean here = sign.node() == machine.number() && sign.isOn(Sign.Look.BUSY_HOST, t);
            busy += here ? sign.size() : 0;
        }
        return Math.max(1, Math.min(100, busy));
    }

    private double drawn(int node, int gpu, long moment, long field) {
        return chance.normal(Topic.READING, who(node, gpu, field), moment);
    }

    private double flat(int node, int gpu, long moment, long field) {
        return chance.uniform(Topic.READING, who(node, gpu, field), moment);
    }

    private long who(int node, int gpu, long field) {
        return (plan.key() * 65_537L + node * 16L + gpu) * 16 + field;
    }

    private static double[] row(IntToDoubleFunction ofGpu) {
        double[] row = new double[Machine.GPUS];
        for (int gpu = 0; gpu < row.length; gpu++) {
            row[gpu] = ofGpu.applyAsDouble(gpu);
        }
        return row;
    }
}
