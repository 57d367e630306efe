package dev.farrier.telemetry.kernel;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * What the kernel's log of this boot says, also what was read at earlier looks.
 *
 * @param uptime of this look, in seconds
 */
public record KernelLog(double uptime, List<KernelFact> facts) implements Observation {
    public KernelLog {
        facts = List.copyOf(facts);
    }
}
