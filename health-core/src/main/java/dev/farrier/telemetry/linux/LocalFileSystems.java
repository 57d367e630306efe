package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.Map;

/**
 * How full the local file systems are that checks ask for.
 *
 * @param byPath those that answered when all were asked together; empty when one of them did not
 */
public record LocalFileSystems(Map<String, FileSystemUse> byPath) implements Observation {
    public LocalFileSystems {
        byPath = Map.copyOf(byPath);
    }
}
