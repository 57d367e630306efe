package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * The processes of one name; kernel threads and dead ones are not among them.
 *
 * @param pids ascending
 */
public record RunningProcesses(String name, List<Long> pids) implements Observation {
    public RunningProcesses {
        pids = List.copyOf(pids);
    }
}
