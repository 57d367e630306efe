package dev.farrier.strag.otherhand;

import java.util.ArrayList;
import java.util.List;

/**
 * One scenario as it is planned, before chance has its part.
 *
 * @param faults what is really wrong, named f0, f1 and so on
 * @param lemons nodes that are bad again and again and not repaired at the end
 * @param breezes warm racks that harm nobody
 */
record Scenario(
        String name,
        String note,
        long seed,
        Sku sku,
        int interval,
        int gpusPerNode,
        int nodes,
        int nodesPerRack,
        Exporter exporter,
        List<Job> jobs,
        List<Fault> faults,
        List<Integer> lemons,
        List<Breeze> breezes) {

    /** Seeds below belong to other generators. */
    private static final long FIRST_SEED = 700_000;

    /** Inlet air of a rack that is warmer for a while. */
    record Breeze(int rack, double from, double until, double kelvin) {}

    static Scenario of(int number, Sku sku, int nodes, String note) {
        return new Scenario(
                "O%02d".formatted(number),
                note,
                FIRST_SEED + 131L * number,
                sku,
                10,
                8,
                nodes,
                4,
                Exporter.FAITHFUL,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    Scenario every(int seconds) {
        return new Scenario(
                name,
                note,
                seed,
                sku,
                seconds,
                gpusPerNode,
                nodes,
                nodesPerRack,
                exporter,
                jobs,
                faults,
                lemons,
                breezes);
    }

    Scenario racks(int perNode, int perRack) {
        return new Scenario(
                name, note, seed, sku, interval, perNode, nodes, perRack, exporter, jobs, faults,
                lemons, breezes);
    }

    Scenario seenThrough(Exporter other) {
        return new Scenario(
                name,
                note,
                seed,
                sku,
                interval,
                gpusPerNode,
                nodes,
                nodesPerRack,
                other,
                jobs,
                faults,
                lemons,
                breezes);
    }

    Scenario running(Job... some) {
        return running(List.of(some));
    }

    Scenario running(List<Job> some) {
        return new Scenario(
                name,
                note,
                seed,
                sku,
                interval,
                gpusPerNode,
                nodes,
                nodesPerRack,
                exporter,
                some,
                faults,
                lemons,
                breezes);
    }

    Scenario broken(Fault... some) {
        List<Fault> named = new ArrayList<>();
        for (Fault fault : some) {
            named.add(fault.named("f" + named.size()));
        }
        return new Scenario(
                name,
                note,
                seed,
                sku,
                interval,
                gpusPerNode,
                nodes,
                nodesPerRack,
                exporter,
                jobs,
                List.copyOf(named),
                lemons,
                breezes);
    }

    Scenario lemons(Integer... some) {
        return new Scenario(
                name,
                note,
                seed,
                sku,
                interval,
                gpusPerNode,
                nodes,
                nodesPerRack,
                exporter,
                jobs,
                faults,
                List.of(some),
                breezes);
    }

    Scenario warm(Breeze... some) {
        return new Scenario(
                name,
                note,
                seed,
                sku,
                interval,
                gpusPerNode,
                nodes,
                nodesPerRack,
                exporter,
                jobs,
                faults,
                lemons,
                List.of(some));
    }

    /**
     * Inlet air of a rack in deg C: a day's wave, racks that differ by a little, and breezes that
     * take minutes.
     */
    double inlet(int rack, double t) {
        double air =
                24
                        + 2.5 * StrictMath.sin(2 * StrictMath.PI * (t - 32_400) / 86_400)
                        + rack * 7 % 5 * 0.5;
        for (Breeze breeze : breezes) {
            if (breeze.rack() == rack && t >= breeze.from() && t < breeze.until()) {
                air += breeze.kelvin() * Math.min(1, (t - breeze.from()) / 600);
            }
        }
        return air;
    }

    double firstSample(Job job) {
        // Where the collector's beat lies against a job's start is anybody's guess.
        return job.start() + 21 + seed * 37 % interval;
    }

    double end(Job job) {
        return firstSample(job) + (job.samples() + 2) * interval;
    }
}
