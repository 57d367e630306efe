package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * Whether MUNGE, by which a scheduler's daemons know each other, makes a credential.
 *
 * @param detail what it said instead; empty when it does
 */
public record MungeAnswer(boolean works, String detail) implements Observation {}
