package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * The huge pages of one size, on the node or on one of its NUMA nodes.
 *
 * @param where {@code 1 GiB pages of NUMA node 0}, for messages
 * @param offered whether the kernel has pages of this size at all; else there are 0
 * @param total configured ones, less those that the kernel took for a program and gives back
 */
public record HugePages(String where, boolean offered, long total, long free)
        implements Observation {}
