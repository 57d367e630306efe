package dev.farrier.check.bmc;

import dev.farrier.Severity;
import dev.farrier.check.Fault;
import dev.farrier.check.Remedy;
import dev.farrier.telemetry.bmc.SystemEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an event of the system event log means. Types and events are the words of the IPMI
 * specification 2.0, tables 42-1 to 42-3, as ipmitool and FreeIPMI print them. An event whose words
 * are not known is of no kind: nobody guesses from it.
 */
public enum EventKind {
    MEMORY_UE("memory-ue", Severity.FATAL, Remedy.REPLACE),
    MEMORY_CE_LIMIT("memory-ce-limit", Severity.WARNING, Remedy.WATCH),
    MEMORY_CE("memory-ce", Severity.INFO, Remedy.NONE),
    MEMORY_FAULT("memory-fault", Severity.DEGRADED, Remedy.REPLACE),
    TEMPERATURE("temperature", Severity.DEGRADED, Remedy.CONTACT_VENDOR),
    TEMPERATURE_WARNING("temperature-warning", Severity.WARNING, Remedy.WATCH),
    FAN("fan", Severity.DEGRADED, Remedy.REPLACE),
    VOLTAGE("voltage", Severity.DEGRADED, Remedy.CONTACT_VENDOR),
    THRESHOLD_WARNING("threshold-warning", Severity.WARNING, Remedy.WATCH),
    THRESHOLD("threshold", Severity.DEGRADED, Remedy.CONTACT_VENDOR),
    PROCESSOR("processor", Severity.DEGRADED, Remedy.CONTACT_VENDOR),
    PROCESSOR_THROTTLED("processor-throttled", Severity.WARNING, Remedy.WATCH),
    POWER_SUPPLY("power-supply", Severity.DEGRADED, Remedy.REPLACE),
    POWER_INPUT("power-input", Severity.WARNING, Remedy.ESCALATE),
    REDUNDANCY("redundancy", Severity.WARNING, Remedy.ESCALATE),
    BUS("bus", Severity.DEGRADED, Remedy.CONTACT_VENDOR),
    BUS_CORRECTED("bus-corrected", Severity.INFO, Remedy.NONE),
    DRIVE("drive", Severity.DEGRADED, Remedy.REPLACE),
    DRIVE_WARNING("drive-warning", Severity.WARNING, Remedy.WATCH),
    WATCHDOG("watchdog", Severity.WARNING, Remedy.WATCH),
    BATTERY("battery", Severity.WARNING, Remedy.REPLACE),
    FIRMWARE("firmware", Severity.WARNING, Remedy.CONTACT_VENDOR),
    LOG_FULL("log-full", Severity.WARNING, Remedy.ESCALATE);

    private final String word;
    private final Severity severity;
    private final Remedy remedy;

    EventKind(String word, Severity severity, Remedy remedy) {
        this.word = word;
        this.severity = severity;
        this.remedy = remedy;
    }

    /** The word for it in JSON. */
    public String word() {
        return word;
    }

    public Fault fault() {
        return Fault.of("bmc.event." + word, severity, remedy);
    }

    static List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        for (EventKind kind : values()) {
            faults.add(kind.fault());
        }
        return faults;
    }

    /**
     * The kind of an asserted event; empty for one that says nothing about the hardware's health,
     * or that is not known.
     */
    public static Optional<EventKind> of(SystemEvent event) {
        String type = event.sensorType().toLowerCase(Locale.ROOT);
        String what = event.event().toLowerCase(Locale.ROOT);
        if (what.isEmpty()) {
            return Optional.empty();
        }
        if (what.contains("redundan")) {
            return Optional.ofNullable(redundancy(what));
        }
        return Optional.ofNullable(
                switch (type) {
                    case "memory" -> memory(what);
                    case "temperature" -> threshold(what, TEMPERATURE, TEMPERATURE_WARNING);
                    case "fan", "cooling device" -> threshold(what, FAN, THRESHOLD_WARNING);
                    case "voltage", "current" -> threshold(what, VOLTAGE, THRESHOLD_WARNING);
                    case "processor" -> processor(what);
                    case "power supply" -> powerSupply(what);
                    case "power unit" -> powerUnit(what);
                    case "critical interrupt" -> criticalInterrupt(what);
                    case "drive slot / bay", "drive slot" -> drive(what);
                    case "watchdog1", "watchdog2", "watchdog 2" ->
                            what.contains("reset") || what.contains("power") ? WATCHDOG : null;
                    case "battery" ->
                            what.contains("low") || what.contains("failed") ? BATTERY : null;
                    case "system firmwares", "system firmware" ->
                            what.contains("error") || what.contains("hang") ? FIRMWARE : null;
                    case "event logging disabled" -> what.contains("full") ? LOG_FULL : null;
                    default -> threshold(what, THRESHOLD, THRESHOLD_WARNING);
                });
    }

    private static @Nullable EventKind redundancy(String what) {
        return what.startsWith("fully redundant") || what.startsWith("redundancy full")
                ? null
                : REDUNDANCY;
    }

    private static @Nullable EventKind memory(String what) {
        if (what.contains("logging limit")) {
            return MEMORY_CE_LIMIT;
        }
        if (what.startsWith("uncorrectable")) {
            return MEMORY_UE;
        }
        if (what.startsWith("correctable")) {
            return MEMORY_CE;
        }
        boolean bad =
                what.startsWith("parity")
                        || what.contains("scrub failed")
                        || what.contains("device disabled")
                        || what.contains("configuration error")
                        || what.contains("overtemperature");
        return bad ? MEMORY_FAULT : null;
    }

    private static @Nullable EventKind threshold(
            String what, EventKind critical, EventKind warning) {
        boolean milder = what.contains("non-critical") || what.contains("non critical");
        if (milder) {
            return warning;
        }
        boolean worse =
                what.contains("critical")
                        || what.contains("non-recoverable")
                        || what.contains("non recoverable")
                        || what.startsWith("transition to critical");
        return worse ? critical : null;
    }

    private static @Nullable EventKind processor(String what) {
        if (what.startsWith("throttled")) {
            return PROCESSOR_THROTTLED;
        }
        boolean bad =
                what.startsWith("ierr")
                        || what.startsWith("thermal trip")
                        || what.startsWith("frb")
                        || what.startsWith("configuration error")
                        || what.contains("uncorrectable");
        return bad ? PROCESSOR : null;
    }

    private static @Nullable EventKind powerSupply(String what) {
        if (what.contains("ac lost")
                || what.contains("out-of-range")
                || what.contains("input lost")
                || what.contains("input out")
                || what.contains("inactive")) {
            return POWER_INPUT;
        }
        boolean bad =
                what.startsWith("failure detected")
                        || what.startsWith("power supply failure")
                        || what.startsWith("config");
        if (bad) {
            return POWER_SUPPLY;
        }
        return what.startsWith("predictive failure") ? POWER_INPUT : null;
    }

    private static @Nullable EventKind powerUnit(String what) {
        if (what.startsWith("ac lost")) {
            return POWER_INPUT;
        }
        return what.startsWith("failure detected") || what.startsWith("soft-power")
                ? POWER_SUPPLY
                : null;
    }

    private static @Nullable EventKind criticalInterrupt(String what) {
        if (what.startsWith("bus correctable") || what.startsWith("bus degraded")) {
            return BUS_CORRECTED;
        }
        boolean bad =
                what.contains("nmi")
                        || what.contains("bus timeout")
                        || what.contains("perr")
                        || what.contains("serr")
                        || what.contains("fatal")
                        || what.contains("uncorrectable");
        return bad ? BUS : null;
    }

    private static @Nullable EventKind drive(String what) {
        if (what.startsWith("drive fault") || what.startsWith("in failed array")) {
            return DRIVE;
        }
        boolean milder =
                what.startsWith("predictive failure")
                        || what.startsWith("in critical array")
                        || what.startsWith("rebuild aborted");
        return milder ? DRIVE_WARNING : null;
    }

    /** Whether an event of this type never says anything about the hardware's health. */
    public static boolean isBookkeeping(SystemEvent event) {
        String type = event.sensorType().toLowerCase(Locale.ROOT);
        return switch (type) {
            case "session audit",
                    "system event",
                    "os boot",
                    "system boot initiated",
                    "button",
                    "system acpi power state",
                    "version change",
                    "entity presence",
                    "unknown",
                    "microcontroller",
                    "lan" ->
                    true;
            default -> type.startsWith("oem") || event.event().isEmpty();
        };
    }
}
