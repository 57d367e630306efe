package dev.farrier.telemetry;

/**
 * What a counter does at its end.
 *
 * @param most its largest value
 * @param wraps it goes on at 0; else it stays where it is
 */
public record CounterRange(long most, boolean wraps) {
    /** Of 64 bits: no counter gets there. */
    public static final CounterRange ENDLESS = new CounterRange(Long.MAX_VALUE, false);

    /** As the classic counters of InfiniBand do. */
    public static CounterRange stopsAfterBits(int bits) {
        return new CounterRange((1L << bits) - 1, false);
    }

    public static CounterRange wrapsAfterBits(int bits) {
        return new CounterRange((1L << bits) - 1, true);
    }

    /**
     * By how much it grew; below 0 when it was set back. A wrap is taken for one only from the last
     * quarter into the first: everything else that goes down was set back.
     */
    long growth(long before, long now) {
        boolean wrapped =
                wraps && before <= most && before > most - most / 4 && now >= 0 && now < most / 4;
        return wrapped ? now + (most - before) + 1 : now - before;
    }

    boolean stoppedAt(long value) {
        return !wraps && value == most;
    }
}
