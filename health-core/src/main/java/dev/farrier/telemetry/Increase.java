package dev.farrier.telemetry;

/**
 * By how much a counter grew, and in which time.
 *
 * @param by 0 or more
 * @param atLeast the counter had reached its end and may have missed more
 * @param seconds the time that it took, above 0
 */
public record Increase(long by, boolean atLeast, double seconds) {
    public Increase {
        if (by < 0 || !(seconds > 0)) {
            throw new IllegalArgumentException("grew by " + by + " in " + seconds + " s");
        }
    }

    public double perSecond() {
        return by / seconds;
    }

    /**
     * Whether it is more than {@code limit} in each {@code span} of seconds. A time shorter than
     * one span is taken as one, so that the first error after the first look is no rate.
     */
    public boolean exceeds(double limit, double span) {
        return by > limit * Math.max(1, seconds / span);
    }

    /** {@code 8 in 300 s}, {@code at least 8 in 300 s}. */
    @Override
    public String toString() {
        return (atLeast ? "at least " : "") + by + " in " + Math.round(seconds) + " s";
    }
}
