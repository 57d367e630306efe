package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the mounts of this process's namespace. Touches none of them. */
public final class MountTableSource implements TelemetrySource<MountTable> {
    static final String FILE = "/proc/self/mountinfo";
    private static final int LONGEST = 32 << 20;
    private static final long SERVES_NANOS = 1_000_000_000;

    private final Machine machine;
    private @Nullable MountTable lastTable;
    private long lastNanos;

    public MountTableSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<MountTable> read(Deadline deadline) throws IOException {
        return new Reading.Present<>(table());
    }

    /** One reading serves all who ask within a second: many look at it in one run. */
    synchronized MountTable table() throws IOException {
        MountTable known = lastTable;
        if (known == null || System.nanoTime() - lastNanos > SERVES_NANOS) {
            known = MountTable.parseMountinfo(KernelFile.read(machine.file(FILE), LONGEST));
            lastTable = known;
            lastNanos = System.nanoTime();
        }
        return known;
    }
}
