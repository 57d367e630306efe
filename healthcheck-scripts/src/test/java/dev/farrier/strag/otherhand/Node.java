package dev.farrier.strag.otherhand;

import java.util.ArrayList;
import java.util.List;

/** One node through all jobs of a scenario. */
final class Node {
    final int number;
    final String rack;
    final List<Gpu> gpus = new ArrayList<>();
    final double clockError;
    final double latency;
    final double cpuHabit;

    private double seen;
    private double starving = 1;
    private int starvingSamples;

    Node(int number, Scenario scenario, Dice dice) {
        this.number = number;
        rack = "r%03d".formatted(number / scenario.nodesPerRack());
        clockError = dice.uniform(-1, 1) * scenario.exporter().skew();
        latency = dice.uniform(0.9, 1.12);
        cpuHabit = dice.normal(2.5);
        for (int slot = 0; slot < scenario.gpusPerNode(); slot++) {
            gpus.add(new Gpu(scenario.sku(), slot, dice));
        }
    }

    static String name(int number) {
        return "n%04d".formatted(number);
    }

    String name() {
        return name(number);
    }

    /** Lets the counters run on to {@code t}, over a restart where one lies between. */
    void reach(double t, Scenario scenario, Dice dice) {
        for (Gpu gpu : gpus) {
            gpu.counters.age(Math.max(0, t - seen), dice);
        }
        for (Exporter.Restart restart : scenario.exporter().restarts()) {
            if (restart.node() == number && restart.at() > seen && restart.at() <= t) {
                gpus.forEach(gpu -> gpu.counters.restart());
            }
        }
        seen = Math.max(seen, t);
    }

    void rest() {
        gpus.forEach(Gpu::rest);
        starving = 1;
        starvingSamples = 0;
    }

    /**
     * Factor on the own time of all ranks here while the data loader has nothing for them: one or
     * two samples.
     */
    double starve(App app, Dice dice) {
        if (starvingSamples > 0) {
            starvingSamples--;
        } else {
            starving = 1;
            if (dice.chance(app.rhythm().stall())) {
                starving = dice.uniform(1.08, 1.55);
                starvingSamples = dice.below(2);
            }
        }
        return starving;
    }

    /** Errors of a network fault; a link that comes and goes also counts its downs. */
    void sufferNetwork(Fault fault, double t, double seconds, Exporter.Ports ports, Dice dice) {
        if (fault.level(t) == 0) {
            return;
        }
        boolean fell =
                fault.period() > 0 ? fault.level(t - seconds) == 0 : dice.chance(seconds / 240);
        for (int port = 0; port < gpus.size(); port++) {
            boolean bad = port == (fault.gpu() < 0 ? number % gpus.size() : fault.gpu());
            if (bad || ports == Exporter.Ports.ALL) {
                double share = ports == Exporter.Ports.ALL ? 1.0 / gpus.size() : 1;
                gpus.get(port).counters.symbols += dice.poisson(20 * seconds * share);
                gpus.get(port).counters.downs += fell ? 1 : 0;
            }
        }
    }

    void sufferNvlink(double seconds, Exporter.Ports ports, Dice dice) {
        if (ports == Exporter.Ports.ALL) {
            gpus.forEach(gpu -> gpu.counters.nvlink += dice.poisson(0.6 * seconds));
        }
    }
}
