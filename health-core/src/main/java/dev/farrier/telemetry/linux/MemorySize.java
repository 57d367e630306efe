package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * How much memory the kernel manages.
 *
 * @param bytes {@code MemTotal} of {@code /proc/meminfo}: what is installed less what firmware and
 *     kernel keep for themselves (usually one to three percent)
 */
public record MemorySize(long bytes) implements Observation {}
