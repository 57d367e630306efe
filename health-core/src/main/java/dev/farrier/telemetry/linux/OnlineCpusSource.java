package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads {@code /sys/devices/system/cpu/online}: one file, however many CPUs there are. */
public final class OnlineCpusSource implements TelemetrySource<OnlineCpus> {
    private static final String FILE = "/sys/devices/system/cpu/online";
    private static final int LONGEST = 64 << 10;

    private final Machine machine;

    public OnlineCpusSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<OnlineCpus> read(Deadline deadline) throws IOException {
        return new Reading.Present<>(parse(KernelFile.read(machine.file(FILE), LONGEST)));
    }

    /**
     * @throws IllegalArgumentException when this is no list of CPUs, or an empty one
     */
    static OnlineCpus parse(String text) {
        CpuSet cpus = CpuSet.parse(FILE, text);
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException(FILE + " names no CPU");
        }
        return new OnlineCpus(cpus.count(), cpus.toString());
    }
}
