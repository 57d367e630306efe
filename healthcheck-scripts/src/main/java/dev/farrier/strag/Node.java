package dev.farrier.strag;

import java.util.ArrayList;
import java.util.List;

/** A simulated node: what its GPUs are like, and its counters, which no job resets. */
final class Node {
    private static final double FITTED_T_SCALE = 0.82;
    private static final double LARGEST_EFFECT = 0.04;
    private static final double RACK_SPREAD = 0.003;

    /** At full power a GPU is so many degrees warmer than its inlet. */
    private static final double HEATING = 38.7;

    final int number;
    final Sku sku;
    final double skew;
    final List<Gpu> gpus = new ArrayList<>();
    final List<Signs.Detailed> faults = new ArrayList<>();
    final List<Decoy> decoys = new ArrayList<>();
    private final double inlet;

    /** One GPU; {@code effect} is by how much it is slower than the typical one, all its life. */
    static final class Gpu {
        final double effect;
        private final double degreesPerWatt;
        private final double warmer;
        private final double capBitChance;
        private double ecc;
        private double replays;
        private double nvlinkErrors;
        private double symbolErrors;
        private double linkDowns;

        private Gpu(Sku sku, double rackEffect, Conditions conditions, Draws draws) {
            double own = draws.studentT6() * FITTED_T_SCALE * sku.spread();
            effect = Math.max(-LARGEST_EFFECT, Math.min(LARGEST_EFFECT, own)) + rackEffect;
            degreesPerWatt = HEATING / sku.power() * (1 + 0.08 * draws.normal());
            warmer = draws.chance(conditions.hotShare()) ? draws.uniform(8, 10) : 0;
            capBitChance = draws.chance(conditions.capBitShare()) ? draws.uniform(0.03, 0.3) : 0;
            ecc = draws.chance(0.4) ? draws.below(80) : 0;
            nvlinkErrors = draws.below(2000);
            replays = Math.floor(nvlinkErrors / 11);
            symbolErrors = Math.floor(nvlinkErrors / 7);
        }

        private void advance(Signs signs, double seconds, Draws draws) {
            ecc += draws.poisson((signs.ecc + 2e-6) * seconds);
            replays += draws.poisson((signs.replays + 3e-4) * seconds);
            nvlinkErrors += draws.poisson((signs.nvlinkErrors + 3e-5) * seconds);
            symbolErrors += draws.poisson((signs.symbolErrors + 1e-4) * seconds);
            linkDowns += draws.poisson(signs.linkDowns * seconds);
        }

        boolean showsCapBit(Draws draws) {
            return capBitChance > 0 && draws.chance(capBitChance);
        }
    }

    private Node(int number, Sku sku, double rackEffect, Conditions conditions, Draws draws) {
        this.number = number;
        this.sku = sku;
        skew = conditions.skewSeconds() * draws.normal();
        inlet = 24 + 1.5 * draws.normal();
        for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
            gpus.add(new Gpu(sku, rackEffect, conditions, draws));
        }
    }

    static List<Node> cluster(Scenario scenario) {
        Draws racks = Draws.of(scenario.seed(), "racks");
        Draws draws = Draws.of(scenario.seed(), "nodes");
        List<Node> cluster = new ArrayList<>();
        double rackEffect = 0;
        for (int number = 0; number < scenario.nodes().size(); number++) {
            if (number % 8 == 0) {
                rackEffect = RACK_SPREAD * racks.normal();
            }
            Sku sku = scenario.nodes().get(number);
            cluster.add(new Node(number, sku, rackEffect, scenario.conditions(), draws));
        }
        for (Fault fault : scenario.faults()) {
            cluster.get(fault.node()).faults.add(Signs.Detailed.of(fault, scenario.seed()));
        }
        for (Decoy decoy : scenario.decoys()) {
            cluster.get(decoy.node()).decoys.add(decoy);
        }
        return cluster;
    }

    String name() {
        return Scenario.nodeName(number);
    }

    Signs signs(int gpu, double time) {
        return Signs.of(faults, decoys, gpu, time);
    }

    /** Counts the errors of the seconds before that time. */
    void advance(List<Signs> signs, double seconds, Draws draws) {
        for (int gpu = 0; gpu < gpus.size(); gpu++) {
            gpus.get(gpu).advance(signs.get(gpu), seconds, draws);
        }
    }

    double temperature(int gpu, double watts, Signs signs, Draws draws) {
        Gpu it = gpus.get(gpu);
        double warmth = watts * it.degreesPerWatt + it.warmer + signs.heat;
        return inlet + warmth + 0.7 * draws.normal();
    }

    List<Object> ecc() {
        return gpus.stream().<Object>map(gpu -> (long) gpu.ecc).toList();
    }

    List<Object> replays() {
        return gpus.stream().<Object>map(gpu -> (long) gpu.replays).toList();
    }

    List<Object> nvlinkErrors() {
        return gpus.stream().<Object>map(gpu -> (long) gpu.nvlinkErrors).toList();
    }

    List<Object> symbolErrors(boolean summed) {
        double sum = gpus.stream().mapToDouble(gpu -> gpu.symbolErrors).sum();
        return gpus.stream().<Object>map(gpu -> (long) (summed ? sum : gpu.symbolErrors)).toList();
    }

    List<Object> linkDowns(boolean summed) {
        double sum = gpus.stream().mapToDouble(gpu -> gpu.linkDowns).sum();
        return gpus.stream().<Object>map(gpu -> (long) (summed ? sum : gpu.linkDowns)).toList();
    }
}
