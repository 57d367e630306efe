package dev.farrier.telemetry.kernel;

/**
 * One record of the kernel's log.
 *
 * @param line of the text that it was read from, counted from 1
 * @param sequence the kernel's number of it, or {@link #UNKNOWN}
 * @param micros microseconds since the boot, or {@link #UNKNOWN}
 * @param ofKernel false for what a program wrote into the log: it is never believed
 * @param text what the kernel said; a line end in it does not begin another record
 * @param repeats how often it was said, 1 unless a log daemon counted
 */
public record KernelRecord(
        int line, long sequence, long micros, boolean ofKernel, String text, int repeats) {
    public static final long UNKNOWN = -1;

    /** Seconds since the boot; NaN when they are not known. */
    public double seconds() {
        return micros == UNKNOWN ? Double.NaN : micros / 1e6;
    }
}
