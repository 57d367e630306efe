package dev.farrier.strag;

import static dev.farrier.strag.Numbers.rounded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The telemetry of a node at one time, as an {@code s} line. */
final class SampleLine {
    private static final int CLOCK_STEP = 15;

    /** Share of the highest clock that a typical GPU reaches under load. */
    private static final double LOADED = 0.955;

    private final Scenario scenario;
    private final JobPlan job;
    private final Draws draws;
    private final Draws errors;

    SampleLine(Scenario scenario, JobPlan job) {
        this.scenario = scenario;
        this.job = job;
        draws = Draws.of(scenario.seed(), "telemetry of " + job.id());
        errors = Draws.of(scenario.seed(), "errors of " + job.id());
    }

    /**
     * @param own the own times of all ranks of the job, in ms
     * @param step how long the job's step takes, in ms
     */
    Map<String, Object> of(
            Node node, int place, double time, List<Signs> signs, double[] own, double step) {
        node.advance(signs, scenario.interval(), errors);
        boolean summed = scenario.conditions().summedPorts();
        Sku sku = node.sku;
        List<Object> clocks = new ArrayList<>();
        List<Object> temperatures = new ArrayList<>();
        List<Object> powers = new ArrayList<>();
        List<Object> reasons = new ArrayList<>();
        List<Object> active = new ArrayList<>();
        List<Object> widths = new ArrayList<>();
        List<Object> nvlinkRates = new ArrayList<>();
        List<Object> networkRates = new ArrayList<>();
        List<Object> ownTimes = new ArrayList<>();
        for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
            Signs sign = signs.get(gpu);
            Node.Gpu it = node.gpus.get(gpu);
            double ownTime = own[place * Simulator.GPUS + gpu];
            double duty = ownTime / step;
            double watts =
                    sku.power() * 0.93 * (0.62 + 0.38 * duty) * sign.power * (1 + noise(0.01));
            clocks.add(clock(sku, it, sign));
            powers.add(Math.round(watts));
            temperatures.add(Math.round(node.temperature(gpu, watts, sign, draws)));
            reasons.add((long) (sign.bits | (it.showsCapBit(draws) ? Signs.POWER_CAP_BIT : 0)));
            active.add((long) (88 * duty));
            widths.add((long) sign.width);
            nvlinkRates.add(rounded(220_000 / step * (1 + noise(0.02)), 1));
            networkRates.add(rounded(60_000 / step * (1 + noise(0.03)), 1));
            ownTimes.add(rounded(ownTime, 1));
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "s");
        line.put("t", rounded(time + node.skew, 1));
        line.put("job", job.id());
        line.put("node", node.name());
        line.put("sm", clocks);
        line.put("mem", eight(sku.memoryClock()));
        line.put("tmp", temperatures);
        line.put("pw", powers);
        if (job.reportsReasons()) {
            line.put("thr", reasons);
        }
        line.put("util", eight(100)); // a rank that waits spins
        line.put("sma", active);
        line.put("pg", eight(sku.pcieGeneration()));
        line.put("pl", widths);
        line.put("ecc", node.ecc());
        line.put("prc", node.replays());
        line.put("nve", node.nvlinkErrors());
        line.put("nvr", nvlinkRates);
        line.put("ibe", node.symbolErrors(summed));
        line.put("ibd", node.linkDowns(summed));
        line.put("ibr", networkRates);
        line.put("cpu", cpu(node, time));
        if (job.reportsSteps()) {
            line.put("st", ownTimes);
            line.put("T", rounded(step, 1));
        }
        return line;
    }

    private long clock(Sku sku, Node.Gpu gpu, Signs sign) {
        double clock =
                sku.clock() * LOADED / (1 + 0.93 * gpu.effect) / sign.clock * (1 + noise(0.004));
        return Math.min(sku.clock(), Math.round(clock / CLOCK_STEP) * CLOCK_STEP);
    }

    private long cpu(Node node, double time) {
        double load = 22 + noise(3);
        if (!Signs.ofKind(node.faults, FaultKind.CPU, time).isEmpty()) {
            load += 55;
        }
        return Math.round(Math.max(0, Math.min(100, load)));
    }

    private double noise(double sigma) {
        return sigma * draws.normal();
    }

    private static List<Object> eight(long value) {
        return java.util.Collections.nCopies(Simulator.GPUS, value);
    }
}
