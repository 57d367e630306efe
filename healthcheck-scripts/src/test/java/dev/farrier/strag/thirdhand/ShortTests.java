package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.List;

/**
 * The tests before and after a job. A cold GPU does not show bad cooling in half a minute, a warm
 * one does.
 */
final class ShortTests {
    private static final double LOAD = 1.05;

    private final Scenario scenario;
    private final Plan plan;

    ShortTests(Scenario scenario, Plan plan) {
        this.scenario = scenario;
        this.plan = plan;
    }

    List<String> prolog() {
        return lines("prolog", plan.start() + 5, 0.3);
    }

    List<String> epilog() {
        return lines("epilog", plan.end() - 10, 1);
    }

    /**
     * @param warm part of the way from the air's temperature to that of a full load
     */
    private List<String> lines(String phase, double t, double warm) {
        return plan.nodes().stream().map(node -> line(phase, t, warm, node)).toList();
    }

    private String line(String phase, double t, double warm, int node) {
        Machine machine = scenario.machine(node);
        Sku sku = machine.sku();
        double inlet = scenario.inlet(machine, t);
        double[] gemm = new double[Machine.GPUS];
        double[] hbm = new double[Machine.GPUS];
        double[] copy = new double[Machine.GPUS];
        double[] links = new double[Machine.GPUS];
        double latency = 0;
        for (int gpu = 0; gpu < Machine.GPUS; gpu++) {
            Chip chip = machine.chips().get(gpu);
            Strain strain = strain(node, gpu, chip, inlet, t);
            Die die = new Die(chip, inlet + warm * strain.warmth() * sku.watts);
            for (int second = 0; second < 25; second++) {
                die.live(1, strain, LOAD, 1, inlet);
            }
            double luck = rollout(node, t) / chip.pace();
            double slow = 1 + 0.6 * (strain.all() - 1);
            gemm[gpu] = sku.gemm * luck / slow * die.clock() / chip.sku().usualClock;
            gemm[gpu] *= drawn(node, gpu, t, 1, 0.003);
            hbm[gpu] = sku.hbm * luck / strain.memory() / slow * drawn(node, gpu, t, 2, 0.003);
            double lanes = lanes(node, gpu, t);
            copy[gpu] = sku.hostToDevice * luck * drawn(node, gpu, t, 3, 0.008);
            copy[gpu] *= Math.min(1 / strain.pcie(), lanes);
            links[gpu] = sku.nvlink * luck * drawn(node, gpu, t, 4, 0.005);
            links[gpu] /= faulty(Kind.NVLINK, node, gpu, t) ? 1 + 5 * strain.steps() : 1;
            latency = 1.1 / luck * StrictMath.sqrt(strain.host());
        }
        return new JsonLine()
                .with("type", "bench")
                .with("t", t, 1)
                .with("job", plan.id())
                .with("node", machine.name())
                .with("phase", phase)
                .with("gemm", gemm, 2)
                .with("hbm", hbm, 1)
                .with("h2d", copy, 2)
                .with("nvl", links, 1)
                .with("lat", latency * drawn(node, 0, t, 5, 0.06), 3)
                .toString();
    }

    private Strain strain(int node, int gpu, Chip chip, double inlet, double t) {
        List<Fault> faults = scenario.faults().stream().filter(f -> f.touches(node, gpu)).toList();
        List<Sign> signs = scenario.signs().stream().filter(s -> s.touches(node, gpu)).toList();
        return Strain.on(chip, faults, signs, plan.app(), inlet, t);
    }

    private double rollout(int node, double t) {
        boolean done = t >= scenario.rollout();
        return done ? scenario.chance().between(0.93, 0.96, Topic.TEST, node, 0) : 1;
    }

    private double lanes(int node, int gpu, double t) {
        return scenario.signs().stream()
                .filter(s -> s.touches(node, gpu) && s.isOn(Sign.Look.NARROW, t))
                .mapToDouble(s -> s.size() / 16)
                .findFirst()
                .orElse(1);
    }

    private boolean faulty(Kind kind, int node, int gpu, double t) {
        return scenario.faults().stream()
                .anyMatch(f -> f.kind() == kind && f.touches(node, gpu) && f.level(t) > 0);
    }

    private double drawn(int node, int gpu, double t, int test, double deviation) {
        long who = (node * 16L + gpu) * 8 + test;
        return 1 + deviation * scenario.chance().normal(Topic.TEST, who, Math.round(t));
    }
}
