package dev.farrier.telemetry;

import java.util.Map;

/**
 * A source that builds on what it saw at earlier looks. What it keeps lies in the node's state, as
 * plain values of JSON; where nobody kept anything, as for a look by hand, it sees what it can.
 */
public interface RememberingSource<T extends Observation> extends TelemetrySource<T> {
    /** Under which its memory lies; unique, and the same in the next version. */
    String memoryKey();

    /**
     * Before a look: what was kept of earlier ones, in whatever boot; empty when there is nothing.
     * What is of no use in it is passed over.
     */
    void recall(Map<String, Object> kept, String bootId);

    /** After a look: what the next one should know. */
    Map<String, Object> memory();
}
