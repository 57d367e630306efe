package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;

/**
 * What one GPU is by nature. A full load is bound by power, so a hungrier chip runs slower: some
 * 1.7 % between chips, as V100s do in the measured data; a light load is bound by the chip's best
 * clock.
 *
 * @param hunger power for the same work, 1 for a usual chip
 * @param topClock MHz
 * @param pace own time apart from what the clock says, 1 for a usual chip
 * @param warmth degrees above the inlet for each watt
 */
record Chip(Sku sku, long key, double hunger, double topClock, double pace, double warmth) {
    private static final double STEEPNESS = 2.6;

    /** Chips with a fault are not fast by nature, so that the fault can be found. */
    static Chip of(Sku sku, int node, int slot, boolean faulty, Chance chance) {
        long key = node * 16L + slot;
        double lot = Math.max(-2, Math.min(2.6, chance.normal(Topic.HUNGER, key, 0)));
        double pace = Math.max(-2, Math.min(2, chance.normal(Topic.PACE, key, 0)));
        if (faulty) {
            lot = Math.min(1.2, Math.abs(lot) / 2);
            pace = Math.abs(pace) / 2;
        }
        double bins = Math.floor(2.4 * chance.uniform(Topic.BIN, key, 0));
        double place = 0.9 + 0.03 * slot + 0.05 * chance.normal(Topic.COOLING, key, 0);
        return new Chip(
                sku,
                key,
                1 + 0.046 * lot,
                sku.topClock - 15 * bins,
                1 + 0.004 * pace,
                place * 35 / sku.watts);
    }

    /**
     * @param busy part of the time in which kernels of the program run; the rest is spent waiting
     */
    double watts(double clock, double celsius, double load, double busy) {
        return sku.idleWatts()
                + perWork(celsius, load, busy) * StrictMath.pow(clock / sku.usualClock, STEEPNESS);
    }

    /** The clock that draws {@code watts}. */
    double clockFor(double watts, double celsius, double load, double busy) {
        double work = Math.max(1, watts - sku.idleWatts());
        return sku.usualClock * StrictMath.pow(work / perWork(celsius, load, busy), 1 / STEEPNESS);
    }

    /** The clock that it settles at, without any fault. */
    double settledClock(double load, double busy) {
        return Math.min(topClock, clockFor(sku.watts, 60, load, busy));
    }

    private double perWork(double celsius, double load, double busy) {
        double leak = 1 + 0.002 * (celsius - 60);
        return 0.88 * sku.watts * hunger * leak * load * (0.45 + 0.55 * busy);
    }
}
