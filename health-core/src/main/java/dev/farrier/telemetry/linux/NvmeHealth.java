package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/**
 * What NVMe drives say of their own health.
 *
 * @param unread why drives could not be asked, one line each
 */
public record NvmeHealth(List<Drive> drives, List<String> unread) implements Observation {
    public NvmeHealth {
        drives = List.copyOf(drives);
        unread = List.copyOf(unread);
    }

    /**
     * One drive.
     *
     * @param mediaErrors data that it could not give back right, since we look; empty while not
     *     known
     * @param throttled minutes too hot and times slowed down for it, since we look
     */
    public record Drive(
            NvmeControllers.Controller controller,
            Smart smart,
            Optional<Increase> mediaErrors,
            Optional<Increase> throttled) {}

    /**
     * The log page of health (NVM Express base specification, log 02h).
     *
     * @param warnings the byte {@code critical_warning}
     * @param percentUsed of the life that the vendor promised; may go beyond 100
     * @param sparePercent that is left, and {@code spareThreshold} below which the drive warns
     * @param mediaErrors in its life
     * @param hot minutes beyond its warning and critical temperatures, and times that it slowed
     *     itself down, in its life
     */
    public record Smart(
            int warnings,
            int percentUsed,
            int sparePercent,
            int spareThreshold,
            long mediaErrors,
            long hot) {
        private static final int SPARE_LOW = 1;
        private static final int TOO_HOT = 1 << 1;
        private static final int READ_ONLY = 1 << 3;

        public boolean isSpareLow() {
            return (warnings & SPARE_LOW) != 0 || sparePercent < spareThreshold;
        }

        public boolean isTooHot() {
            return (warnings & TOO_HOT) != 0;
        }

        public boolean isReadOnly() {
            return (warnings & READ_ONLY) != 0;
        }

        /** Reliability lost, the backup of its cache failed, or a bit that is not known here. */
        public boolean hasOtherWarning() {
            return (warnings & ~(SPARE_LOW | TOO_HOT | READ_ONLY)) != 0;
        }
    }
}
