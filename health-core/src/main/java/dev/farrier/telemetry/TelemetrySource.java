package dev.farrier.telemetry;

import dev.farrier.Deadline;
import java.io.IOException;

/** Answers one question about the node, and never says what the answer means. */
public interface TelemetrySource<T extends Observation> {
    /** Where the answer comes from, as evidence: a path or a command. */
    String origin();

    /**
     * Returns by the deadline, even when the driver below does not. An exception is a {@link
     * Reading.Failed}, except {@link java.nio.file.AccessDeniedException}, which is a {@link
     * Reading.NotPermitted}.
     */
    Reading<T> read(Deadline deadline) throws IOException, InterruptedException;
}
