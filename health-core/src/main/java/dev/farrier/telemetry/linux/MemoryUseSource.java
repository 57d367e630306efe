package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads from {@code /proc/meminfo} how much of memory and swap is in use. */
public final class MemoryUseSource implements TelemetrySource<MemoryUse> {
    private final Machine machine;

    public MemoryUseSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return MemInfo.FILE;
    }

    @Override
    public Reading<MemoryUse> read(Deadline deadline) throws IOException {
        String meminfo = KernelFile.read(machine.file(MemInfo.FILE), MemInfo.LONGEST);
        return new Reading.Present<>(parse(meminfo));
    }

    /**
     * @throws IllegalArgumentException when a line is missing or odd
     */
    static MemoryUse parse(String meminfo) {
        MemoryUse use =
                new MemoryUse(
                        MemInfo.bytes(meminfo, "MemTotal:"),
                        MemInfo.bytes(meminfo, "MemAvailable:"),
                        MemInfo.bytes(meminfo, "SwapTotal:"),
                        MemInfo.bytes(meminfo, "SwapFree:"));
        if (use.totalBytes() == 0) {
            throw new IllegalArgumentException(MemInfo.FILE + " says that there is no memory");
        }
        return use;
    }
}
