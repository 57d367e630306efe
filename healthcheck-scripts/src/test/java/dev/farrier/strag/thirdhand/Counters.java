package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.List;

/**
 * Error counters as functions of time: errors come in bursts at a rate of their own, and one
 * healthy link in twelve is chronically noisy.
 */
final class Counters {
    /** The counters of a GPU, with the errors that its fault adds a second. */
    enum Counter {
        ECC(0, Kind.ECC, 2.2, Sign.Look.ECC_STORM),
        REPLAYS(4, Kind.PCIE, 0.5, Sign.Look.REPLAYS),
        NVLINK(9, Kind.NVLINK, 3, Sign.Look.NVLINK_ERRORS),
        SYMBOLS(6, Kind.NETWORK, 1.6, Sign.Look.SYMBOL_ERRORS),
        DOWNS(0, Kind.NETWORK, 0.004, Sign.Look.SYMBOL_ERRORS);

        private final double usualAnHour;
        private final Kind kind;
        private final double byFault;
        private final Sign.Look look;

        Counter(double usualAnHour, Kind kind, double byFault, Sign.Look look) {
            this.usualAnHour = usualAnHour;
            this.kind = kind;
            this.byFault = byFault;
            this.look = look;
        }
    }

    private static final double DAY = 86_400;

    private final Chance chance;
    private final List<Fault> faults;
    private final List<Sign> signs;

    Counters(Scenario scenario) {
        chance = scenario.chance();
        faults = scenario.faults();
        signs = scenario.signs();
    }

    /** Counts since boot, which was some days before. */
    double value(Counter counter, int node, int gpu, double t) {
        long who = (node * 16L + gpu) * 8_191 + counter.name().hashCode();
        double luck = chance.uniform(Topic.COUNTER, who, 0);
        double noisy = chance.uniform(Topic.COUNTER, who, 1) < 0.08 ? 60 : 1;
        double rate = counter.usualAnHour * noisy * luck * luck / 3600;
        double count = bursts(who, rate, t + DAY * (1 + 9 * luck));
        if (counter == Counter.ECC) {
            count += Math.floor(40 * Math.max(0, luck - 0.6));
        }
        for (Fault fault : faults) {
            boolean port = fault.gpu() >= 0 || gpu == fault.node() % Machine.GPUS;
            if (fault.kind() == counter.kind && fault.touches(node, gpu) && port) {
                count += bursts(who + 1_000_003, counter.byFault, fault.activeSeconds(t));
            }
        }
        for (Sign sign : signs) {
            if (sign.look() == counter.look && sign.touches(node, gpu)) {
                double seconds = Math.max(0, Math.min(t, sign.t1()) - sign.t0());
                double much = counter == Counter.DOWNS ? downs(sign.size()) : sign.size();
                count += bursts(who + 2_000_003, much, seconds);
            }
        }
        return count;
    }

    private static double downs(double symbolsASecond) {
        return symbolsASecond > 1 ? 0.0008 : 0;
    }

    /**
     * Errors of {@code seconds} at a rate, in bursts of unequal size every half minute or less
     * often.
     */
    private double bursts(long who, double rate, double seconds) {
        if (rate <= 0) {
            return 0;
        }
        double grain = Math.max(25, 2 / rate);
        long full = (long) Math.floor(seconds / grain);
        boolean passed = seconds / grain - full >= chance.uniform(Topic.BURST, who, full);
        long burst = passed ? full + 1 : full;
        double size = 0.8 * chance.uniform(Topic.BURST, who + 7, burst);
        return burst == 0 ? 0 : Math.floor(rate * grain * (burst + size));
    }
}
