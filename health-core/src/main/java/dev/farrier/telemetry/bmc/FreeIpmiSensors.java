package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.bmc.SensorReadings.Sensor;
import dev.farrier.telemetry.bmc.SensorReadings.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what {@code ipmi-sensors --comma-separated-output} prints: {@code
 * ID,Name,Type,Reading,Units,Event}, the events in quotes.
 */
public final class FreeIpmiSensors {
    private static final int COLUMNS = 6;

    private FreeIpmiSensors() {}

    /**
     * @throws IllegalArgumentException on a line that is no sensor, and when there is none; the
     *     message names line and text
     */
    public static SensorReadings parse(String text) {
        List<Sensor> sensors = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (line.isBlank() || line.startsWith("ID,")) {
                continue;
            }
            String[] fields = line.split(",", COLUMNS);
            if (fields.length < COLUMNS) {
                throw new IllegalArgumentException(
                        "line " + number + ": no sensor of ipmi-sensors: " + Fields.shown(line));
            }
            sensors.add(sensor(fields[1].strip(), fields[3].strip(), fields[4].strip(), fields[5]));
        }
        if (sensors.isEmpty()) {
            throw new IllegalArgumentException("no sensor is listed");
        }
        return new SensorReadings(sensors, true);
    }

    /** Whether this line looks like a sensor, or like the head of the list. */
    public static boolean isSensor(String line) {
        String[] fields = line.split(",", COLUMNS);
        return line.equals("ID,Name,Type,Reading,Units,Event")
                || fields.length == COLUMNS
                        && (fields[5].startsWith("'") || fields[5].equals("N/A"));
    }

    private static Sensor sensor(String name, String reading, String unit, String events) {
        Optional<Double> value = Fields.firstNumber(reading);
        List<String> words = words(events);
        return new Sensor(
                name,
                threshold(value.isPresent(), words),
                value,
                value.isPresent() ? reading + " " + unit : "",
                value.isPresent() || words.contains("OK") || words.contains("N/A")
                        ? List.of()
                        : words);
    }

    /** {@code 'Presence detected' 'Power Supply input lost (AC/DC)'}. */
    private static List<String> words(String events) {
        List<String> words = new ArrayList<>();
        String text = events.strip();
        int start = text.indexOf('\'');
        if (start < 0) {
            return text.isEmpty() ? words : List.of(text);
        }
        while (start >= 0) {
            int end = text.indexOf('\'', start + 1);
            if (end < 0) {
                break;
            }
            words.add(text.substring(start + 1, end));
            start = text.indexOf('\'', end + 1);
        }
        return words;
    }

    private static Threshold threshold(boolean measures, List<String> words) {
        Threshold worst = words.contains("OK") ? Threshold.OK : Threshold.UNKNOWN;
        if (!measures) {
            return worst;
        }
        for (String word : words) {
            if (word.contains("Non-Recoverable Threshold")) {
                return Threshold.NON_RECOVERABLE;
            }
            if (word.contains("Non-Critical Threshold")) {
                worst = worst == Threshold.CRITICAL ? worst : Threshold.NON_CRITICAL;
            } else if (word.contains("Critical Threshold")) {
                worst = Threshold.CRITICAL;
            }
        }
        return worst;
    }
}
