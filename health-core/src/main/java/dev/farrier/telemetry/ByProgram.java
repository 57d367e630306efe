package dev.farrier.telemetry;

/**
 * Facts that a program of the site told. It may itself be wrong, so it has to pass on this node
 * before anything is done about what it finds.
 */
public interface ByProgram extends Observation {
    /** Of the program's files; empty when they could not be read. */
    String digest();
}
