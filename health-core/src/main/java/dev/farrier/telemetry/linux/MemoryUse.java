package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;

/**
 * How much of memory and swap is in use.
 *
 * @param availableBytes what programs can get without swapping, as the kernel reckons it; caches
 *     count as available
 */
public record MemoryUse(
        long totalBytes, long availableBytes, long swapTotalBytes, long swapFreeBytes)
        implements Observation {
    public double availablePercent() {
        return 100.0 * availableBytes / totalBytes;
    }

    /** Never negative, though the kernel counts the two at different moments. */
    public long swapUsedBytes() {
        return Math.max(0, swapTotalBytes - swapFreeBytes);
    }

    /** 0 where there is no swap. */
    public double swapUsedPercent() {
        return swapTotalBytes == 0 ? 0 : 100.0 * swapUsedBytes() / swapTotalBytes;
    }
}
