package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code /sys/class/dmi/id}, which the kernel copied when it booted. Serial numbers are
 * root's to read: who asks for one as another user is not permitted to look.
 */
public final class DmiSource implements TelemetrySource<DmiAttributes> {
    private static final String FOLDER = "/sys/class/dmi/id";

    private final Machine machine;
    private final List<String> names;

    /**
     * @param names of the attributes: {@code bios_version}
     */
    public DmiSource(Machine machine, List<String> names) {
        this.machine = machine;
        this.names = List.copyOf(names);
    }

    @Override
    public String origin() {
        return FOLDER;
    }

    @Override
    public Reading<DmiAttributes> read(Deadline deadline) throws IOException {
        if (!Files.isDirectory(machine.file(FOLDER))) {
            return new Reading.Unsupported<>("the firmware of this machine tells nothing (no DMI)");
        }
        Map<String, String> values = new HashMap<>();
        for (String name : names) {
            Path file = machine.file(FOLDER + "/" + name);
            if (Files.exists(file)) { // the kernel shows only what the firmware has
                values.put(name, KernelFile.readLine(file));
            }
        }
        return new Reading.Present<>(new DmiAttributes(values));
    }
}
