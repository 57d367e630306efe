package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The firmware of InfiniBand and RoCE adapters; in a child, since their drivers are asked. */
public final class InfinibandFirmwareSource implements TelemetrySource<FirmwareVersions> {
    private static final String CLASS = "/sys/class/infiniband";

    private final Machine machine;

    public InfinibandFirmwareSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return CLASS + "/*/fw_ver";
    }

    @Override
    public Reading<FirmwareVersions> read(Deadline deadline)
            throws IOException, InterruptedException {
        String[] names = machine.file(CLASS).toFile().list();
        if (names == null || names.length == 0) {
            return new Reading.Unsupported<>("no InfiniBand or RoCE adapter");
        }
        Arrays.sort(names);
        List<String> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(version(name));
            paths.add(board(name));
        }
        Map<String, String> values = Attributes.read(machine, paths, deadline);
        List<FirmwareVersions.Device> devices = new ArrayList<>();
        for (String name : names) {
            String version = values.getOrDefault(version(name), "");
            if (version.isEmpty()) {
                return new Reading.Failed<>(version(name) + " could not be read");
            }
            devices.add(
                    new FirmwareVersions.Device(
                            name, values.getOrDefault(board(name), ""), version));
        }
        return new Reading.Present<>(new FirmwareVersions(devices));
    }

    private static String version(String name) {
        return CLASS + "/" + name + "/fw_ver";
    }

    private static String board(String name) {
        return CLASS + "/" + name + "/board_id";
    }
}
