package dev.farrier.telemetry;

/** A fact sheet about one side of the node. Open: a site may add its own kinds. */
public interface Observation {}
