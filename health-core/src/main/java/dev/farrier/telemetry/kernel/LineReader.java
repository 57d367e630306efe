package dev.farrier.telemetry.kernel;

import java.util.List;

/**
 * Understands what one subsystem of the kernel says. It sees the records of one stretch of the log
 * in their order, and may hold some back to make one event of a group; so it serves for one stretch
 * only.
 */
public interface LineReader {
    /**
     * @return whether the record was for this subsystem; then nobody else is shown it
     */
    boolean take(KernelRecord record);

    /** All that happened, to be asked at the end. */
    List<KernelEvent> events();
}
