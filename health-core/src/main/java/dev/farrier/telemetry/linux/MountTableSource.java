package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads the mounts of this process's namespace. Touches none of them. */
public final class MountTableSource implements TelemetrySource<MountTable> {
    static final String FILE = "/proc/self/mountinfo";
    private static final int LONGEST = 32 << 20;

    private final Machine machine;
    private String lastText = "";
    private MountTable lastTable = MountTable.EMPTY;

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

    /** Read anew each time; parsed anew only when it changed, since many look at it in one run. */
    synchronized MountTable table() throws IOException {
        String text = KernelFile.read(machine.file(FILE), LONGEST);
        if (!text.equals(lastText)) {
            lastTable = MountTable.parseMountinfo(text);
            lastText = text;
        }
        return lastTable;
    }
}
