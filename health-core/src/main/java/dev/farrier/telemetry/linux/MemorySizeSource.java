package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads the size of the memory from {@code /proc/meminfo}. */
public final class MemorySizeSource implements TelemetrySource<MemorySize> {
    private final Machine machine;

    public MemorySizeSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return MemInfo.FILE;
    }

    @Override
    public Reading<MemorySize> read(Deadline deadline) throws IOException {
        String meminfo = KernelFile.read(machine.file(MemInfo.FILE), MemInfo.LONGEST);
        return new Reading.Present<>(parse(meminfo));
    }

    /**
     * @throws IllegalArgumentException when the size is not there in the form that the kernel gives
     *     it
     */
    static MemorySize parse(String meminfo) {
        long bytes = MemInfo.bytes(meminfo, "MemTotal:");
        if (bytes == 0) {
            throw new IllegalArgumentException(MemInfo.FILE + " says that there is no memory");
        }
        return new MemorySize(bytes);
    }
}
