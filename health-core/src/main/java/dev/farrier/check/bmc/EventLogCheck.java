package dev.farrier.check.bmc;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.bmc.SystemEvent;
import dev.farrier.telemetry.bmc.SystemEventLog;
import dev.farrier.telemetry.bmc.SystemEventLogSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what the board's event log says of broken parts. The log survives reboots and repairs, so
 * an event counts for a limited time, and nothing takes the node out of service that is not known
 * to be of this boot.
 */
public final class EventLogCheck implements Check<SystemEventLog> {
    /** The log is read a moment after the clock. */
    private static final Duration CLOCK_READ_BEFORE = Duration.ofMinutes(-1);

    private static final Setting<Duration> MAX_AGE =
            Setting.withDefault(
                    "maxAge",
                    SettingTypes.DURATION,
                    Duration.ofDays(7),
                    "How long an event counts after it was written, by the BMC's clock.");

    public static final CheckKind KIND =
            new CheckKind(
                            "bmc.events",
                            "The board's event log (SEL) tells of no broken part and is not full.",
                            List.of(MAX_AGE, BmcTool.TOOL),
                            EventKind.faults(),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new EventLogCheck(settings.get(MAX_AGE)),
                                            sources.shared(
                                                    SystemEventLogSource.class,
                                                    settings.get(BmcTool.TOOL).word(),
                                                    machine ->
                                                            new SystemEventLogSource(
                                                                    machine,
                                                                    settings.get(BmcTool.TOOL)))))
                    .proposedWhereSeen();

    private final Duration maxAge;

    public EventLogCheck(Duration maxAge) {
        this.maxAge = maxAge;
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(SystemEventLog log) {
        List<Finding> findings = new ArrayList<>();
        Set<SystemEvent> ended = log.ended().keySet();
        for (SystemEvent event : log.events()) {
            Optional<EventKind> kind =
                    event.direction() == SystemEvent.Direction.ASSERTED && !ended.contains(event)
                            ? EventKind.of(event)
                            : Optional.empty();
            if (kind.isPresent() && !isOld(log, event)) {
                findings.add(finding(log, event, kind.get()));
            }
        }
        if (log.overflow()) {
            findings.add(
                    Finding.of(
                            EventKind.LOG_FULL.fault(),
                            Component.node("event log"),
                            "the event log is full and has lost events; new faults are not seen",
                            "full",
                            "room for new events"));
        }
        String full = log.percentUsed().map(percent -> ", " + percent + " % of the log").orElse("");
        return new Examination(
                "event log",
                Amounts.count(log.events().size(), "event") + full,
                "no fault",
                findings);
    }

    private boolean isOld(SystemEventLog log, SystemEvent event) {
        return log.age(event).filter(age -> age.compareTo(maxAge) > 0).isPresent();
    }

    private static Finding finding(SystemEventLog log, SystemEvent event, EventKind kind) {
        String sensor = event.sensor().isEmpty() ? event.sensorType() : event.sensor();
        Finding finding =
                Finding.of(
                        kind.fault(),
                        new Component("sensor", sensor),
                        "event "
                                + Integer.toHexString(event.id())
                                + event.at().map(at -> " of " + at).orElse("")
                                + ": "
                                + event.sensorType()
                                + ", "
                                + event.event(),
                        event.value().map(value -> "" + value).orElse(event.event()),
                        "");
        boolean mayBeOver = kind.fault().severity() == Severity.FATAL && !isOfThisBoot(log, event);
        return mayBeOver ? finding.withSeverity(Severity.WARNING) : finding;
    }

    /** An event of the future says that the BMC's clock was set back since: its age is unknown. */
    private static boolean isOfThisBoot(SystemEventLog log, SystemEvent event) {
        return log.age(event)
                .filter(age -> age.compareTo(CLOCK_READ_BEFORE) >= 0)
                .flatMap(age -> log.uptime().map(uptime -> age.compareTo(uptime) < 0))
                .orElse(false);
    }
}
