package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/** The firmware that devices of one kind run. */
public record FirmwareVersions(List<Device> devices) implements Observation {
    public FirmwareVersions {
        devices = List.copyOf(devices);
    }

    /**
     * One of them.
     *
     * @param model what tells devices apart that take different firmware: the model of a drive, the
     *     board id (PSID) of an adapter
     */
    public record Device(String name, String model, String version) {}
}
