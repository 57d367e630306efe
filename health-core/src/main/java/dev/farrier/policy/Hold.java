package dev.farrier.policy;

/**
 * A fault that for a while drains nobody.
 *
 * @param since uptime in seconds, {@code until} too
 */
public record Hold(double since, double until, Why why) {
    /** What forbids it. */
    public enum Why {
        /** It was found on too many nodes at once. */
        INCIDENT,
        /** The drain budget was used: the scheduler need not be asked again so soon. */
        BUDGET
    }
}
