package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * Processes that run or wait (for a CPU, or in state D), on average over the last minutes.
 *
 * @param cpus that the kernel uses
 */
public record LoadAverage(double one, double five, double fifteen, int cpus)
        implements Observation {}
