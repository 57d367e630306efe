package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/** How long processors ran slower since they were too hot. */
public record CpuThrottling(List<Processor> processors) implements Observation {
    public CpuThrottling {
        processors = List.copyOf(processors);
    }

    /**
     * One processor.
     *
     * @param id the kernel's number for the socket
     * @param packageMillis that it was too hot as a whole, {@code coreMillis} that the core was
     *     which was it longest; empty while not known
     * @param hottestCore a CPU of that core
     */
    public record Processor(
            long id,
            Optional<Increase> packageMillis,
            Optional<Increase> coreMillis,
            int hottestCore) {}
}
