package dev.farrier.check.bmc;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.bmc.SensorReadings;
import dev.farrier.telemetry.bmc.SensorReadings.Sensor;
import dev.farrier.telemetry.bmc.SensorReadings.Threshold;
import dev.farrier.telemetry.bmc.SensorReadingsSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds sensors beyond their own thresholds, and parts that the board itself says are broken. A
 * sensor without a reading says nothing.
 */
public final class SensorCheck implements Check<SensorReadings> {
    private static final Fault CRITICAL =
            Fault.of("bmc.sensor.critical", Severity.DEGRADED, Remedy.CONTACT_VENDOR);
    private static final Fault WARNING =
            Fault.of("bmc.sensor.warning", Severity.WARNING, Remedy.WATCH);

    private static final Setting<List<String>> IGNORE =
            Setting.optional(
                    "ignore", SettingTypes.TEXTS, "Names of sensors that are not to be judged.");

    public static final CheckKind KIND =
            new CheckKind(
                            "bmc.sensors",
                            "The board's sensors are within their thresholds, and its supplies, fans and"
                                    + " memory modules say that they work.",
                            List.of(IGNORE, BmcTool.TOOL),
                            List.of(CRITICAL, WARNING),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new SensorCheck(
                                                    settings.find(IGNORE).orElse(List.of())),
                                            sources.shared(
                                                    SensorReadingsSource.class,
                                                    settings.get(BmcTool.TOOL).word(),
                                                    machine ->
                                                            new SensorReadingsSource(
                                                                    machine,
                                                                    settings.get(BmcTool.TOOL)))))
                    .proposedWhereSeen();

    private final List<String> ignored;

    /**
     * @param ignored names of sensors that are not judged
     */
    public SensorCheck(List<String> ignored) {
        this.ignored = List.copyOf(ignored);
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
    public Examination examine(SensorReadings readings) {
        List<Finding> findings = new ArrayList<>();
        int read = 0;
        for (Sensor sensor : readings.sensors()) {
            if (ignored.contains(sensor.name())) {
                continue;
            }
            read += sensor.isWithoutReading() ? 0 : 1;
            severity(sensor).ifPresent(severity -> findings.add(finding(sensor, severity)));
        }
        return new Examination(
                Amounts.count(readings.sensors().size(), "sensor"),
                read + " read",
                "the sensors' own thresholds",
                findings);
    }

    /** How bad it is; empty for a sensor that is well or has no reading. */
    public static Optional<Severity> severity(Sensor sensor) {
        if (sensor.value().isPresent()) {
            return switch (sensor.threshold()) {
                case NON_RECOVERABLE, CRITICAL -> Optional.of(Severity.DEGRADED);
                case NON_CRITICAL -> Optional.of(Severity.WARNING);
                case OK, UNKNOWN -> Optional.empty();
            };
        }
        Optional<Severity> worst = Optional.empty();
        for (String state : sensor.states()) {
            Optional<Severity> severity = SensorWords.severity(state);
            if (severity.isPresent()
                    && (worst.isEmpty() || severity.get().compareTo(worst.get()) > 0)) {
                worst = severity;
            }
        }
        return worst;
    }

    private static Finding finding(Sensor sensor, Severity severity) {
        String limit =
                sensor.value().isPresent()
                        ? sensor.threshold() == Threshold.NON_CRITICAL
                                ? "its non-critical threshold"
                                : "its critical threshold"
                        : "";
        return Finding.of(
                severity == Severity.WARNING ? WARNING : CRITICAL,
                new Component("sensor", sensor.name()),
                sensor.name() + ": " + sensor.text(),
                sensor.text(),
                limit);
    }
}
