package dev.farrier.strag.thirdhand;

import java.util.List;

/**
 * What all faults together do to one GPU at one moment, in the GPU's own terms.
 *
 * @param warmth degrees above the inlet for each watt
 * @param bits why the clock has its ceiling, in NVML's bits
 * @param steps lengthening of the step by links, over a usual step
 */
record Strain(
        double warmth,
        double watts,
        double ceiling,
        int bits,
        double memory,
        double pcie,
        double host,
        double all,
        double steps) {
    private static final double USUAL_BUSY = 0.92;

    static Strain on(
            Chip chip, List<Fault> faults, List<Sign> signs, App app, double inlet, double t) {
        Strain strain =
                new Strain(chip.warmth(), chip.sku().watts, chip.topClock(), 0, 1, 1, 1, 1, 0);
        for (Fault fault : faults) {
            double level = fault.level(t);
            if (level > 0) {
                strain = strain.plus(fault, level, chip, app, inlet);
            }
        }
        for (Sign sign : signs) {
            if (sign.isOn(Sign.Look.LOW_CLOCK, t)) {
                strain = strain.below(15 * Math.rint(sign.size() * chip.topClock() / 15), 0);
            } else if (sign.isOn(Sign.Look.HOT, t)) {
                strain = strain.cooled(strain.warmth() * sign.size());
            }
        }
        return strain;
    }

    private Strain plus(Fault fault, double level, Chip chip, App app, double inlet) {
        double extra = (fault.aim() - 1) * level;
        App.Shares shares = app.shares();
        double settled = chip.settledClock(app.load(), USUAL_BUSY);
        double aimed = settled * shares.computing() / (shares.computing() + fault.aim() - 1);
        double now = settled + (aimed - settled) * level;
        return switch (fault.kind()) {
            case THERMAL -> {
                double limit = chip.sku().slowdownAt - 3;
                double hot =
                        (limit - 0.5 - inlet) / chip.watts(aimed, limit, app.load(), USUAL_BUSY);
                yield cooled(warmth + Math.max(0, hot - warmth) * level);
            }
            case POWER_CAP -> capped(Math.min(watts, chip.watts(now, 58, app.load(), USUAL_BUSY)));
            case CLOCK_LOCK -> below(15 * Math.rint(now / 15), bits);
            case POWER_BRAKE -> below(now, bits | 0x88);
            case HBM_SLOW, HBM_QUIET -> lengthened(1 + extra / shares.memory(), 1, 1, 1, 0);
            case PCIE -> lengthened(1, 1 + extra / shares.pcie(), 1, 1, 0);
            case CPU -> lengthened(1, 1, 1 + extra / shares.host(), 1, 0);
            case ECC, MILD -> lengthened(1, 1, 1, 1 + extra, 0);
            case NVLINK, NETWORK -> lengthened(1, 1, 1, 1, extra);
        };
    }

    private Strain cooled(double newWarmth) {
        return new Strain(newWarmth, watts, ceiling, bits, memory, pcie, host, all, steps);
    }

    private Strain below(double clock, int why) {
        return new Strain(
                warmth, watts, Math.min(ceiling, clock), why, memory, pcie, host, all, steps);
    }

    private Strain capped(double newWatts) {
        return new Strain(warmth, newWatts, ceiling, bits, memory, pcie, host, all, steps);
    }

    private Strain lengthened(double m, double p, double h, double a, double s) {
        return new Strain(
                warmth, watts, ceiling, bits, memory * m, pcie * p, host * h, all * a, steps + s);
    }
}
