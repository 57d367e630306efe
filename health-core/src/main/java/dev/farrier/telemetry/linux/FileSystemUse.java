package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * How full a file system is.
 *
 * @param path what was asked for
 * @param freeBytes what an ordinary user can still write; the reserve of root is not in it
 * @param inodes 0 where the file system does not count them
 */
public record FileSystemUse(
        String path, long totalBytes, long freeBytes, long inodes, long freeInodes)
        implements Observation {

    /** 0 to 100; 100 when it has no size (a pseudo file system). */
    public double freePercent() {
        return percent(freeBytes, totalBytes);
    }

    /** 0 to 100; 100 where inodes are not counted. */
    public double freeInodesPercent() {
        return percent(freeInodes, inodes);
    }

    private static double percent(long part, long whole) {
        return whole <= 0 ? 100 : 100.0 * part / whole;
    }
}
