package dev.farrier.straggler;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A GPU or node that holds its job back, and since when that could be said.
 *
 * @param gpu number of the GPU in its node, {@link #WHOLE_NODE} for the node
 * @param time seconds: when the evidence was complete, not when the fault began
 * @param effect by how much the rank's own time, for links the job's step, is longer: log ratio,
 *     0.05 is about 5 %
 * @param evidence the numbers that were judged, by name and unit, always in the same order
 * @param event number of the event of the whole cohort that this belongs to, 0 for none
 */
public record Detection(
        String job,
        String node,
        int gpu,
        double time,
        Cause cause,
        Confidence confidence,
        double effect,
        Map<String, Double> evidence,
        int event) {
    public static final int WHOLE_NODE = -1;

    public Detection {
        evidence = Collections.unmodifiableMap(new LinkedHashMap<>(evidence));
    }

    /** How sure we are. */
    public enum Confidence {
        /** Slow, and the hardware shows why. */
        ALARM,
        /** Slow, and nothing proves that it is the hardware; nobody should act on it. */
        SUSPECT
    }
}
