package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/** Processes in state D; kernel threads, some of which wait like that by design, are left out. */
public record BlockedProcesses(List<Blocked> processes) implements Observation {
    public BlockedProcesses {
        processes = List.copyOf(processes);
    }

    /**
     * One of them.
     *
     * @param seconds for how long it has been seen like that, at every look and without having run
     *     in between; 0 at the first look
     */
    public record Blocked(long pid, String name, double seconds) {}
}
