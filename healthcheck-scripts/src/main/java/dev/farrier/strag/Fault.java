package dev.farrier.strag;

/**
 * A fault as the simulator knows it.
 *
 * @param gpu {@value #WHOLE_NODE} when it is the whole node's
 * @param start in seconds of the scenario; likewise end
 * @param slow factor on the rank's own time, or on the node's communication
 * @param duty share of each period in which it is there; 1: always
 * @param period seconds; 0 when it is always there
 * @param ramp seconds from nothing to the full factor
 */
public record Fault(
        String id,
        FaultKind kind,
        int node,
        int gpu,
        double start,
        double end,
        double slow,
        double duty,
        double period,
        double ramp) {
    public static final int WHOLE_NODE = -1;

    /** The end of a fault that nobody repairs. */
    static final double NEVER = 9e9;

    /** Of this much and more an effect counts. */
    static final double COUNTS_FROM = 0.05;

    /** From 0 (not there) to 1 (in full). */
    double strength(double time) {
        if (time < start || time >= end) {
            return 0;
        }
        double since = time - start;
        if (period > 0 && since % period >= duty * period) {
            return 0;
        }
        return since < ramp ? since / ramp : 1;
    }

    double factor(double time) {
        return 1 + (slow - 1) * strength(time);
    }

    /** Whether the truth takes it for there: a ramp counts from two thirds of it. */
    boolean counts(double time) {
        return strength(time) > 0 && time - start >= ramp * 2 / 3;
    }

    boolean hits(int gpu) {
        return this.gpu == WHOLE_NODE || this.gpu == gpu;
    }
}
