package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a machine as its BMC shows them by Redfish.
 *
 * @param hostIsOff then the BMC has no health of most parts, and that is no fault
 */
public record RedfishParts(List<Part> parts, boolean hostIsOff) implements Observation {
    public RedfishParts {
        parts = List.copyOf(parts);
    }

    /**
     * One part, sensor or redundancy group.
     *
     * @param kind the array or collection that it stands in: {@code PowerSupplies}
     * @param state as DMTF's {@code Status.State}; empty when missing, null or empty
     * @param health as {@code Status.Health}; empty when missing, null or empty
     * @param healthWithheld the property is there but null or empty: the BMC does not know
     * @param measures the part is a sensor, so without a reading nothing can be said
     * @param upperWarning, upperCritical, lowerCritical the sensor's own thresholds
     */
    public record Part(
            String kind,
            String name,
            Optional<String> state,
            Optional<String> health,
            boolean healthWithheld,
            boolean measures,
            Optional<Double> reading,
            Optional<Double> upperWarning,
            Optional<Double> upperCritical,
            Optional<Double> lowerCritical) {}
}
