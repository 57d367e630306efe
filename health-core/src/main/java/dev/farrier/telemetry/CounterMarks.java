package dev.farrier.telemetry;

/**
 * What is remembered of one counter.
 *
 * @param base what an increase is counted from
 * @param recent what will be the base next; the base itself while there is no other
 */
public record CounterMarks(String bootId, Mark base, Mark recent) {
    /** What the counter read at one moment, in seconds since the boot. */
    public record Mark(long value, double uptime) {}
}
