package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * The processes of this node, as the kernel tells of them.
 *
 * @param lines of {@code /proc/<pid>/stat}; see {@link dev.farrier.exec.ProcessStat#parse}
 */
public record ProcessList(List<String> lines) implements Observation {
    public ProcessList {
        lines = List.copyOf(lines);
    }
}
