package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * The processes that a pattern means; kernel threads and dead ones are not among them.
 *
 * @param what the pattern, for messages
 * @param pids ascending
 * @param unread how many more it may mean: they are blocked, and asking for their command line
 *     could block us too
 */
public record RunningProcesses(String what, List<Long> pids, int unread) implements Observation {
    public RunningProcesses {
        pids = List.copyOf(pids);
    }
}
