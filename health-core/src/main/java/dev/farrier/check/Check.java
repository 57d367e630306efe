package dev.farrier.check;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * A judgement. Pure: same observation, same findings; no clock, no I/O, no state. It never sees
 * absence.
 */
public interface Check<T extends Observation> {
    /** Dotted, lower case, stable over versions: {@code gpu.row-remap}. */
    String id();

    /** All that this check can find. */
    List<Fault> faults();

    Examination examine(T observation);
}
