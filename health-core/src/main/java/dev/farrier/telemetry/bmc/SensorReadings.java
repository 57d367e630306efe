package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/**
 * The sensors of the board as the BMC reads them.
 *
 * @param tellsStates whether the states of discrete sensors are there as words; the short listing
 *     has numbers only, of which nothing can be told
 */
public record SensorReadings(List<Sensor> sensors, boolean tellsStates) implements Observation {
    public SensorReadings {
        sensors = List.copyOf(sensors);
    }

    /**
     * One sensor.
     *
     * @param threshold what the BMC says of the value against the sensor's own thresholds
     * @param value present for a sensor that measures
     * @param text the reading as it was printed, with its unit; empty when there is none
     * @param states the states of a discrete sensor, in words; empty when it has none
     */
    public record Sensor(
            String name,
            Threshold threshold,
            Optional<Double> value,
            String text,
            List<String> states) {
        public Sensor {
            states = List.copyOf(states);
        }

        /** Neither a value nor a state. */
        public boolean isWithoutReading() {
            return value.isEmpty() && states.isEmpty();
        }
    }

    /** How a value stands to the sensor's thresholds. */
    public enum Threshold {
        OK,
        NON_CRITICAL,
        CRITICAL,
        NON_RECOVERABLE,
        /** No reading, or the tool says nothing about it. */
        UNKNOWN
    }
}
