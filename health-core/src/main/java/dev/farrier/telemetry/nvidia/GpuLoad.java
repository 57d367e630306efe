package dev.farrier.telemetry.nvidia;

import dev.farrier.telemetry.Observation;
import java.util.Map;
import java.util.Optional;

/**
 * Which GPUs are at work, and how fast a link the driver thinks possible.
 *
 * @param byPciId only GPUs of which the driver said so
 */
public record GpuLoad(Map<String, Load> byPciId) implements Observation {
    public GpuLoad {
        byPciId = Map.copyOf(byPciId);
    }

    /**
     * One GPU.
     *
     * @param busy whether its link runs as fast as it can: in a performance state for work, and at
     *     work; empty when that is not known
     * @param linkGeneration the fastest PCIe generation of the GPU in this machine; 0 when not
     *     known
     */
    public record Load(Optional<Boolean> busy, int linkGeneration) {}
}
