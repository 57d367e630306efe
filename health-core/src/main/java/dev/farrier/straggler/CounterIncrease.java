package dev.farrier.straggler;

/**
 * Increases of hardware counters, which restart, wrap at 16 or 32 bits, and stay at their highest
 * value.
 */
final class CounterIncrease {
    private static final double SIXTEEN_BITS = 65_536;
    private static final double THIRTY_TWO_BITS = 4_294_967_296.0;

    /** A counter in the last tenth of its range that comes back in the first tenth has wrapped. */
    private static final double EDGE = 0.1;

    private CounterIncrease() {}

    /**
     * How much was counted between two looks; NaN where that cannot be known: restarted, saturated,
     * missing or nonsense.
     */
    static double between(double before, double now) {
        if (!isCount(before) || !isCount(now) || isSaturated(now) && now == before) {
            return Double.NaN;
        }
        if (now >= before) {
            return now - before;
        }
        if (wraps(before, now, SIXTEEN_BITS)) {
            return now + SIXTEEN_BITS - before;
        }
        return wraps(before, now, THIRTY_TWO_BITS) ? now + THIRTY_TWO_BITS - before : Double.NaN;
    }

    private static boolean isCount(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }

    private static boolean isSaturated(double value) {
        return value == SIXTEEN_BITS - 1 || value == THIRTY_TWO_BITS - 1;
    }

    private static boolean wraps(double before, double now, double range) {
        return before < range && before > range * (1 - EDGE) && now < range * EDGE;
    }
}
