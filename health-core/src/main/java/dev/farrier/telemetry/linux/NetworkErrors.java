package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/** What went wrong on the network interfaces of this node's hardware. */
public record NetworkErrors(List<Errors> interfaces) implements Observation {
    public NetworkErrors {
        interfaces = List.copyOf(interfaces);
    }

    /**
     * Of one interface; each is empty while it is not known.
     *
     * @param errors in both directions, {@code drops} alike
     * @param carrierChanges times that the link came or went
     */
    public record Errors(
            String name,
            Optional<Increase> errors,
            Optional<Increase> drops,
            Optional<Increase> carrierChanges) {}
}
