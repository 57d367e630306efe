package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.check.bmc.SensorCheck;
import dev.farrier.telemetry.bmc.FreeIpmiSensors;
import dev.farrier.telemetry.bmc.IpmitoolSensors;
import dev.farrier.telemetry.bmc.SensorReadings;
import dev.farrier.telemetry.bmc.SensorReadings.Sensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The board's sensors as {@code ipmitool sdr}, {@code sdr elist}, {@code ipmitool sensor} or {@code
 * ipmi-sensors} print them.
 */
final class BoardSensorsExplainer implements Explainer {
    @Override
    public String kind() {
        return "ipmi-sdr";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            String line = input.firstLine();
            if (IpmitoolSensors.isSensor(line) || FreeIpmiSensors.isSensor(line)) {
                picked.add(input);
            }
        }
        return picked;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        List<Object> findings = new ArrayList<>();
        List<Object> withoutReading = new ArrayList<>();
        List<Object> negative = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        Map<String, Object> members = new LinkedHashMap<>();
        for (Input input : inputs) {
            boolean ipmitool = IpmitoolSensors.isSensor(input.firstLine());
            SensorReadings readings =
                    input.read(ipmitool ? IpmitoolSensors::parse : FreeIpmiSensors::parse);
            members.put(input.fileName(), Map.of("usable_for_discrete", readings.tellsStates()));
            if (!readings.tellsStates()) {
                lines.add(
                        input.fileName()
                                + ": the states of discrete sensors are not in it; use sdr elist");
            }
            for (Sensor sensor : readings.sensors()) {
                Optional<Severity> severity = SensorCheck.severity(sensor);
                severity.ifPresent(
                        found ->
                                findings.add(
                                        Map.of("sensor", sensor.name(), "severity", found.word())));
                if (sensor.isWithoutReading() && readings.tellsStates()) {
                    withoutReading.add(sensor.name());
                }
                if (severity.isEmpty() && sensor.value().filter(value -> value < 0).isPresent()) {
                    negative.add(sensor.name());
                }
                lines.add(line(sensor, severity));
            }
        }
        members.put("findings", findings);
        members.put("no_reading", withoutReading);
        members.put("negative_ok", negative);
        return new Explanation(members, lines);
    }

    private static String line(Sensor sensor, Optional<Severity> severity) {
        String judgement =
                severity.map(Severity::word)
                        .orElse(sensor.isWithoutReading() ? "no reading" : "well");
        return sensor.name()
                + (sensor.text().isEmpty() ? "" : ": " + sensor.text())
                + ": "
                + judgement;
    }
}
