package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * The CPUs (hardware threads) that the kernel uses.
 *
 * @param list as the kernel writes it: {@code 0-63,65}
 */
public record OnlineCpus(int count, String list) implements Observation {}
