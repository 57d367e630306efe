package dev.farrier.telemetry.nvidia;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * What each GPU did about bad rows of its memory.
 *
 * @param gpus those that have a row remapper
 * @param unreached how many GPUs the driver knows and could not ask
 */
public record RowRemapping(List<Rows> gpus, int unreached) implements Observation {
    public RowRemapping {
        gpus = List.copyOf(gpus);
    }

    /**
     * @param pciId as {@link PciId} spells it
     * @param correctable rows remapped after correctable errors, over the life of the GPU; -1 when
     *     not told
     * @param uncorrectable the same after uncorrectable errors
     * @param pending a remapping waits for the next reset of the GPU
     * @param failed a row could not be remapped: there is no spare one left
     */
    public record Rows(
            String pciId,
            String uuid,
            int correctable,
            int uncorrectable,
            boolean pending,
            boolean failed) {}
}
