package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.Observation;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system event log (SEL) of the board.
 *
 * @param events oldest first, as the BMC keeps them
 * @param overflow events were lost since the log was full
 * @param percentUsed 0 to 100; empty when the BMC does not say
 * @param now the BMC's clock at the look; empty when it is not known
 * @param uptime of this machine at the look; empty when it is not known
 */
public record SystemEventLog(
        List<SystemEvent> events,
        boolean overflow,
        Optional<Integer> percentUsed,
        Optional<LocalDateTime> now,
        Optional<Duration> uptime)
        implements Observation {
    public SystemEventLog {
        events = List.copyOf(events);
    }

    /** How long ago an event was, by the BMC's own clock; empty when either time is unknown. */
    public Optional<Duration> age(SystemEvent event) {
        return now.flatMap(clock -> event.at().map(at -> Duration.between(at, clock)));
    }

    /** Each asserted event that ended later, and the one that ended it. */
    public Map<SystemEvent, SystemEvent> ended() {
        Map<SystemEvent, SystemEvent> ended = new LinkedHashMap<>();
        Map<String, List<SystemEvent>> open = new HashMap<>();
        for (SystemEvent event : events) {
            String what = event.sensorType() + '\0' + event.sensor() + '\0' + event.event();
            if (event.direction() == SystemEvent.Direction.ASSERTED) {
                open.computeIfAbsent(what, unknown -> new ArrayList<>()).add(event);
            } else if (event.direction() == SystemEvent.Direction.DEASSERTED) {
                List<SystemEvent> over = open.remove(what);
                if (over != null) {
                    over.forEach(earlier -> ended.put(earlier, event));
                }
            }
        }
        return ended;
    }
}
