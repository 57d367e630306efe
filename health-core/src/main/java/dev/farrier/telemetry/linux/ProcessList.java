package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * The processes of this node, as the kernel tells of them.
 *
 * @param lines of {@code /proc/<pid>/stat}; see {@link dev.farrier.exec.ProcessStat#parse}
 */
public record ProcessList(List<String> lines) implements Observation {
    private static final int LONGEST_NAME = 64; // of a kernel thread; programs get 15 bytes

    public ProcessList {
        lines = List.copyOf(lines);
    }

    /** The state of the process of this line, without parsing the rest; a blank where it is odd. */
    static char state(String line) {
        int open = line.indexOf('(');
        int at = line.lastIndexOf(')', open + LONGEST_NAME + 2) + 2;
        return open > 0 && at > open && at < line.length() ? line.charAt(at) : ' ';
    }
}
