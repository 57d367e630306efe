package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.time.Instant;
import java.util.List;

/**
 * When this node booted, as far as Farrier looked at it after each boot.
 *
 * @param now the time of this look
 * @param boots oldest first; the last one is that of this boot
 */
public record RecentBoots(Instant now, List<Instant> boots) implements Observation {
    public RecentBoots {
        boots = List.copyOf(boots);
    }
}
