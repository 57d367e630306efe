package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.Map;

/**
 * What the firmware says of the machine.
 *
 * @param values by the kernel's names: {@code bios_version}; what this machine does not tell is not
 *     there
 */
public record DmiAttributes(Map<String, String> values) implements Observation {
    public DmiAttributes {
        values = Map.copyOf(values);
    }
}
