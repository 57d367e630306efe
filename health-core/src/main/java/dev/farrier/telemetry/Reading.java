package dev.farrier.telemetry;

/** What one look at a source gave. Sealed: the evaluator answers for each case. */
public sealed interface Reading<T extends Observation> {
    record Present<T extends Observation>(T value) implements Reading<T> {}

    /** The node has no such thing (no GPU, no InfiniBand): nothing to judge, nothing wrong. */
    record Unsupported<T extends Observation>(String why) implements Reading<T> {}

    /** We could not look. Neither healthy nor broken. */
    record Failed<T extends Observation>(String why) implements Reading<T> {}

    /** Whoever runs us may not look; another user may. */
    record NotPermitted<T extends Observation>(String why) implements Reading<T> {}
}
