package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.OptionalDouble;

/**
 * Whether something keeps the node's clock right, and how right it is.
 *
 * @param state what the time service, or the kernel, says of it
 * @param reference what the clock follows: an address, {@code PPS}; empty when that is not told
 * @param local the service follows its own clock, for want of a better one
 * @param offsetSeconds how far the clock is off, without its sign
 * @param direction {@code fast} or {@code slow}; empty when that is not told
 * @param uncertaintySeconds by how much that can be wrong: half the way to the reference and back,
 *     and what was added on it
 * @param ageSeconds since the reference was last heard; negative when that lies in the future
 */
public record ClockSync(
        State state,
        String reference,
        boolean local,
        OptionalDouble offsetSeconds,
        String direction,
        OptionalDouble uncertaintySeconds,
        OptionalDouble ageSeconds)
        implements Observation {
    /** What can be said of the clock as a whole. */
    public enum State {
        SYNCHRONISED,
        /** A time service is at work and has not succeeded. */
        NOT_SYNCHRONISED,
        /** As far as can be seen, nobody set up a time service. */
        NO_SERVICE
    }

    static ClockSync only(State state) {
        return new ClockSync(
                state,
                "",
                false,
                OptionalDouble.empty(),
                "",
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }
}
