package dev.farrier.telemetry.bmc;

import java.time.LocalDateTime;
import java.util.Optional;

/**
 * A record of the system event log (SEL).
 *
 * @param id the record's number; tools print it in hexadecimal
 * @param at by the BMC's clock, which knows no zone; empty when that was not set yet
 * @param sensorType by the words of the IPMI specification, for example {@code Memory}; another
 *     tool's own words for what is no event of a sensor
 * @param sensor its name, or its number as {@code #0x87}; may be empty
 * @param event what happened, for example {@code Uncorrectable ECC}; may be empty
 * @param value what a threshold event measured; empty when none is given
 */
public record SystemEvent(
        int id,
        Optional<LocalDateTime> at,
        String sensorType,
        String sensor,
        String event,
        Direction direction,
        Optional<Double> value) {

    /** Whether the event began or ended. */
    public enum Direction {
        ASSERTED,
        DEASSERTED,
        /** The record does not say: it is no event of a sensor. */
        NONE
    }
}
