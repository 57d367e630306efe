package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The firmware of the NVMe drives in the node, as the kernel read it when they appeared. */
public final class NvmeFirmwareSource implements TelemetrySource<FirmwareVersions> {
    private final NvmeControllersSource controllers;

    public NvmeFirmwareSource(NvmeControllersSource controllers) {
        this.controllers = controllers;
    }

    @Override
    public String origin() {
        return controllers.origin();
    }

    @Override
    public Reading<FirmwareVersions> read(Deadline deadline) throws IOException {
        List<FirmwareVersions.Device> devices = new ArrayList<>();
        for (NvmeControllers.Controller drive : controllers.controllers()) {
            if (drive.isLocal()) {
                devices.add(
                        new FirmwareVersions.Device(drive.name(), drive.model(), drive.firmware()));
            }
        }
        return devices.isEmpty()
                ? new Reading.Unsupported<>("no NVMe drive in the node")
                : new Reading.Present<>(new FirmwareVersions(devices));
    }
}
