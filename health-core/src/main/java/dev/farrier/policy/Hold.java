package dev.farrier.policy;

/**
 * A fault that was found on too many nodes at once: for a while it drains nobody.
 *
 * @param since uptime in seconds, {@code until} too
 */
public record Hold(double since, double until) {}
