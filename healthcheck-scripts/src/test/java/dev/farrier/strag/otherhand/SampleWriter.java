package dev.farrier.strag.otherhand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Writes a job's sample lines as the exporters of its nodes tell them, which is not always as
 * things are.
 */
final class SampleWriter {
    private final Scenario scenario;
    private final Job job;
    private final Dice dice;
    private final Map<Integer, String> lastTelemetry = new HashMap<>();
    private final Map<Integer, String> lastSteps = new HashMap<>();

    SampleWriter(Scenario scenario, Job job, Dice dice) {
        this.scenario = scenario;
        this.job = job;
        this.dice = dice;
    }

    /**
     * @param idle the job does not step now: its logger holds the last values
     */
    String line(Node node, double t, double stepMs, boolean idle) {
        String telemetry = telemetry(node, t, stepMs, idle);
        if (scenario.exporter().frozen(node.number, t)) {
            telemetry = lastTelemetry.getOrDefault(node.number, telemetry);
        }
        lastTelemetry.put(node.number, telemetry);
        String steps = steps(node, stepMs);
        if (idle) {
            steps = lastSteps.getOrDefault(node.number, steps);
        }
        lastSteps.put(node.number, steps);
        String head =
                new Line()
                        .text("type", "s")
                        .number("t", Math.rint((t + node.clockError) * 10) / 10)
                        .text("job", job.id())
                        .text("node", node.name())
                        .toString();
        String line =
                head.substring(0, head.length() - 1)
                        + ','
                        + telemetry.substring(1, telemetry.length() - 1);
        return job.stepTimes() ? line + ',' + steps.substring(1) : line + '}';
    }

    private String steps(Node node, double stepMs) {
        double[] own = node.gpus.stream().mapToDouble(Gpu::own).toArray();
        return new Line()
                .numbers("st", own, 1, "null")
                .number("T", Math.rint(stepMs * 10) / 10)
                .toString();
    }

    private String telemetry(Node node, double t, double stepMs, boolean idle) {
        double inlet = scenario.inlet(node.number / scenario.nodesPerRack(), t);
        List<Gpu.Shown> shown = new ArrayList<>();
        boolean hostStress = false;
        for (int slot = 0; slot < node.gpus.size(); slot++) {
            Stress stress = Stress.on(scenario.faults(), node.number, slot, t);
            hostStress |= stress.has(Kind.CPU);
            Gpu gpu = node.gpus.get(slot);
            shown.add(gpu.show(job.app(), stepMs, idle, stress, inlet, scenario.interval(), dice));
        }
        Line line = new Line();
        put(line, node, t, "sm", 0, column(shown, Gpu.Shown::clock));
        put(line, node, t, "mem", 0, column(shown, Gpu.Shown::memoryClock));
        put(line, node, t, "tmp", 0, column(shown, Gpu.Shown::temperature));
        put(line, node, t, "pw", 0, column(shown, Gpu.Shown::watts));
        if (job.reasons()) {
            put(line, node, t, "thr", 0, column(shown, Gpu.Shown::bits));
        }
        put(line, node, t, "util", 0, column(shown, Gpu.Shown::utilisation));
        put(line, node, t, "sma", 0, column(shown, Gpu.Shown::active));
        put(line, node, t, "pg", 0, column(shown, Gpu.Shown::gen));
        put(line, node, t, "pl", 0, column(shown, Gpu.Shown::width));
        boolean nvlinks = scenario.sku().nvlinks() > 0;
        put(line, node, t, "ecc", 0, counts(node, gpu -> gpu.counters.ecc));
        put(line, node, t, "prc", 0, counts(node, gpu -> gpu.counters.replays));
        put(line, node, t, "nve", 0, counts(node, gpu -> nvlinks ? gpu.counters.nvlink : 0));
        put(line, node, t, "ibe", 0, counts(node, gpu -> gpu.counters.symbols));
        put(line, node, t, "ibd", 0, counts(node, gpu -> gpu.counters.downs));
        double pace = (idle ? 0.1 : 1) * job.app().stepMs() / stepMs;
        double inside = nvlinks ? 180 * job.app().bound().nvlink() * pace : 0;
        double between = job.nodes().size() > 1 ? 55 * job.app().bound().network() * pace : 0;
        put(line, node, t, "nvr", 1, rates(node, inside));
        put(line, node, t, "ibr", 1, rates(node, between));
        double cpu = job.app().draw().cpu() + node.cpuHabit + dice.heavy(2) + (hostStress ? 38 : 0);
        return line.number("cpu", Math.rint(Math.max(1, Math.min(100, cpu)))).toString();
    }

    private void put(Line line, Node node, double t, String field, int decimals, double[] values) {
        Exporter exporter = scenario.exporter();
        if (exporter.lacks(field, node.number, t)) {
            return;
        }
        for (int slot = 0; slot < values.length && exporter.nulls() > 0; slot++) {
            values[slot] = dice.chance(exporter.nulls()) ? Double.NaN : values[slot];
        }
        line.numbers(field, values, decimals, exporter.blank());
    }

    private static double[] column(List<Gpu.Shown> shown, ToDoubleFunction<Gpu.Shown> field) {
        return shown.stream().mapToDouble(field).toArray();
    }

    private double[] counts(Node node, ToDoubleFunction<Gpu> counter) {
        Exporter.Width width = scenario.exporter().counters();
        return node.gpus.stream()
                .mapToDouble(counter)
                .map(count -> width.shown((long) count))
                .toArray();
    }

    private double[] rates(Node node, double mean) {
        double[] rates = new double[node.gpus.size()];
        Arrays.setAll(rates, slot -> Math.max(0, mean * (1 + dice.normal(0.03))));
        return rates;
    }
}
