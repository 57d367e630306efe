package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.ProcessStat;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc/<pid>/stat} of each process. A node has thousands, and several checks look for
 * a name among them, so a list serves all who ask within a second.
 */
public final class ProcessListSource implements TelemetrySource<ProcessList> {
    private static final long SERVES_NANOS = 1_000_000_000;
    private static final int LONGEST_LINE = 4096;

    private final File proc;
    private @Nullable ProcessList last;
    private long lastNanos;

    public ProcessListSource(Machine machine) {
        proc = machine.file("/proc").toFile();
    }

    @Override
    public String origin() {
        return "/proc/*/stat";
    }

    @Override
    public synchronized Reading<ProcessList> read(Deadline deadline) throws IOException {
        ProcessList known = last;
        if (known != null && System.nanoTime() - lastNanos < SERVES_NANOS) {
            return new Reading.Present<>(known);
        }
        String[] entries = proc.list();
        if (entries == null) {
            throw new IOException(proc + " cannot be listed");
        }
        byte[] buffer = new byte[LONGEST_LINE];
        List<String> lines = new ArrayList<>(entries.length);
        for (String entry : entries) {
            if (deadline.hasPassed()) {
                return new Reading.Failed<>("the processes could not all be read in time");
            }
            if (ProcessStat.isPid(entry)) {
                String line = line(entry, buffer);
                if (line != null) {
                    lines.add(line);
                }
            }
        }
        if (lines.isEmpty()) {
            return new Reading.Failed<>("no process can be seen in " + proc);
        }
        ProcessList list = new ProcessList(lines);
        last = list;
        lastNanos = System.nanoTime();
        return new Reading.Present<>(list);
    }

    /** Null when it ended between the listing and the look, which is not ours to judge. */
    private @Nullable String line(String pid, byte[] buffer) {
        try (FileInputStream in = new FileInputStream(proc + "/" + pid + "/stat")) {
            int length = in.read(buffer); // the kernel gives the line in one piece
            boolean whole = length > 0 && buffer[length - 1] == '\n';
            return whole ? new String(buffer, 0, length, StandardCharsets.UTF_8) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
