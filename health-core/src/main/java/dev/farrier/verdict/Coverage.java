package dev.farrier.verdict;

/**
 * How much of the node could be looked at, in checks; so that blindness never hides behind a good
 * verdict.
 */
public record Coverage(int examined, int skipped, int undetermined) {}
