package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads the size of the memory from {@code /proc/meminfo}. */
public final class MemorySizeSource implements TelemetrySource<MemorySize> {
    private static final String FILE = "/proc/meminfo";
    private static final String KEY = "MemTotal:";
    private static final String UNIT = " kB";
    private static final int LONGEST = 64 << 10;
    private static final long MOST_KIB = Long.MAX_VALUE >> 10;

    private final Machine machine;

    public MemorySizeSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<MemorySize> read(Deadline deadline) throws IOException {
        return new Reading.Present<>(parse(KernelFile.read(machine.file(FILE), LONGEST)));
    }

    /**
     * @throws IllegalArgumentException when the size is not there in the form that the kernel gives
     *     it
     */
    static MemorySize parse(String meminfo) {
        int start = 0;
        for (int end = meminfo.indexOf('\n'); end >= 0; end = meminfo.indexOf('\n', start)) {
            if (meminfo.startsWith(KEY, start)) {
                return new MemorySize(
                        kibibytes(meminfo.substring(start + KEY.length(), end)) << 10);
            }
            start = end + 1;
        }
        throw new IllegalArgumentException(FILE + " has no whole line " + KEY);
    }

    private static long kibibytes(String text) {
        String value = text.strip();
        if (value.endsWith(UNIT)) {
            try {
                long amount = Long.parseLong(value, 0, value.length() - UNIT.length(), 10);
                if (amount > 0 && amount <= MOST_KIB) {
                    return amount;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(FILE + " says " + KEY + " " + value, e);
            }
        }
        throw new IllegalArgumentException(FILE + " says " + KEY + " " + value);
    }
}
