package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * Processes that are dead and that their parents have not taken note of.
 *
 * @param example one of them with its parent, for a person; empty when there is none
 */
public record ZombieProcesses(int count, String example) implements Observation {}
