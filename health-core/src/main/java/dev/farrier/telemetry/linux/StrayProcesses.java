package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/** Processes of ordinary users that belong to no job, login or service. */
public record StrayProcesses(List<Stray> processes) implements Observation {
    public StrayProcesses {
        processes = List.copyOf(processes);
    }

    /** One of them. */
    public record Stray(long pid, String name, long userId, long ageSeconds) {}
}
