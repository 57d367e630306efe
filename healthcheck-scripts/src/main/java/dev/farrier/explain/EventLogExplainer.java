package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.check.bmc.EventKind;
import dev.farrier.telemetry.bmc.FreeIpmiEvents;
import dev.farrier.telemetry.bmc.IpmitoolEvents;
import dev.farrier.telemetry.bmc.SystemEvent;
import dev.farrier.telemetry.bmc.SystemEventLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The board's event log as {@code ipmitool sel list}, {@code sel elist} or {@code ipmi-sel} print
 * it, and {@code sel info} beside it.
 */
final class EventLogExplainer implements Explainer {
    private static final String INFO = "SEL Information";

    @Override
    public String kind() {
        return "ipmi-sel";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            String line = input.firstLine();
            if (line.startsWith(INFO)
                    || line.strip().equals("SEL has no entries")
                    || IpmitoolEvents.isRecord(line)
                    || FreeIpmiEvents.isRecord(line)) {
                picked.add(input);
            }
        }
        return picked;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        List<SystemEvent> events = new ArrayList<>();
        boolean overflow = false;
        for (Input input : inputs) {
            if (input.firstLine().startsWith(INFO)) {
                overflow |= input.read(IpmitoolEvents::overflow);
            } else {
                boolean freeIpmi = FreeIpmiEvents.isRecord(input.firstLine());
                events.addAll(
                        input.read(freeIpmi ? FreeIpmiEvents::events : IpmitoolEvents::events));
            }
        }
        return explain(events, overflow);
    }

    private static Explanation explain(List<SystemEvent> events, boolean overflow) {
        SystemEventLog log =
                new SystemEventLog(
                        events, overflow, Optional.empty(), Optional.empty(), Optional.empty());
        Map<SystemEvent, SystemEvent> ended = log.ended();
        List<Object> active = new ArrayList<>();
        List<Object> cleared = new ArrayList<>();
        List<Object> noted = new ArrayList<>();
        List<Object> ignored = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (SystemEvent event : events) {
            Optional<EventKind> kind = EventKind.of(event);
            SystemEvent end = ended.get(event);
            if (end != null) {
                cleared.add(Map.of("id", event.id(), "by", end.id()));
                lines.add(line(event, "ended by event " + Integer.toHexString(end.id())));
            } else if (event.direction() == SystemEvent.Direction.DEASSERTED) {
                lines.add(line(event, "an end"));
            } else if (EventKind.isBookkeeping(event)) {
                ignored.add(event.id());
                lines.add(line(event, "ignored"));
            } else if (kind.filter(EventLogExplainer::isFault).isPresent()) {
                active.add(members(event, kind.get()));
                lines.add(line(event, kind.get().fault().severity().word()));
            } else {
                noted.add(event.id());
                lines.add(line(event, "no fault"));
            }
        }
        if (overflow) {
            lines.add("the log is full and has lost events: new faults are not seen");
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("entries", events.size());
        members.put("ids", events.stream().map(SystemEvent::id).toList());
        members.put("active", active);
        members.put("cleared", cleared);
        members.put("noted", noted);
        members.put("ignored", ignored);
        members.put("sel_overflow", overflow);
        return new Explanation(members, lines);
    }

    private static boolean isFault(EventKind kind) {
        return kind.fault().severity() != Severity.INFO;
    }

    private static Map<String, Object> members(SystemEvent event, EventKind kind) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", event.id());
        members.put("kind", kind.word());
        members.put(event.sensorType().equals("Memory") ? "dimm" : "sensor", event.sensor());
        members.put("severity", kind.fault().severity().word());
        members.put("action", kind.fault().remedy().word());
        event.at().ifPresent(at -> members.put("at", at.toString()));
        event.value().ifPresent(value -> members.put("value", value));
        return members;
    }

    private static String line(SystemEvent event, String judgement) {
        return "event "
                + Integer.toHexString(event.id())
                + event.at().map(at -> " of " + at).orElse("")
                + ": "
                + event.sensorType()
                + " "
                + event.sensor()
                + ", "
                + event.event()
                + ": "
                + judgement;
    }
}
