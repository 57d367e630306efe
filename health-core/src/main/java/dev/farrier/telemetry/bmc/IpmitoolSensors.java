package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.bmc.SensorReadings.Sensor;
import dev.farrier.telemetry.bmc.SensorReadings.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what {@code ipmitool sdr elist} prints (five columns), {@code ipmitool sdr} (three), and
 * {@code ipmitool sensor} (ten).
 */
public final class IpmitoolSensors {
    private static final int SHORT = 3;
    private static final int LONG = 5;
    private static final int WITH_THRESHOLDS = 10;

    private IpmitoolSensors() {}

    /**
     * @throws IllegalArgumentException on a line that is no sensor, and when there is none; the
     *     message names line and text
     */
    public static SensorReadings parse(String text) {
        List<Sensor> sensors = new ArrayList<>();
        boolean tellsStates = false;
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String[] fields = Fields.split(line, '|');
            if (fields[0].isEmpty() || fields.length == SHORT && isSensorNumber(fields[1])) {
                throw notASensor(number, line);
            }
            sensors.add(
                    switch (fields.length) {
                        case SHORT -> sensor(fields[0], fields[2], fields[1]);
                        case LONG -> sensor(fields[0], fields[2], fields[4]);
                        case WITH_THRESHOLDS -> measured(fields);
                        default -> throw notASensor(number, line);
                    });
            tellsStates |= fields.length == LONG;
        }
        if (sensors.isEmpty()) {
            throw new IllegalArgumentException("no sensor is listed");
        }
        return new SensorReadings(sensors, tellsStates);
    }

    /** Whether this line looks like a sensor of one of the three lists. */
    public static boolean isSensor(String line) {
        String[] fields = Fields.split(line, '|');
        return switch (fields.length) {
            case SHORT -> isStatus(fields[2]) && !isSensorNumber(fields[1]);
            case LONG -> isSensorNumber(fields[1]) && isStatus(fields[2]);
            case WITH_THRESHOLDS -> !fields[3].isEmpty() && !fields[2].isEmpty();
            default -> false;
        };
    }

    private static boolean isStatus(String text) {
        return text.equals("ns") || threshold(text) != Threshold.UNKNOWN;
    }

    /** {@code 52h}: the second column of a long line, so this one was cut. */
    private static boolean isSensorNumber(String text) {
        return text.length() == 3
                && text.endsWith("h")
                && Character.digit(text.charAt(0), 16) >= 0
                && Character.digit(text.charAt(1), 16) >= 0;
    }

    private static IllegalArgumentException notASensor(int number, String line) {
        return new IllegalArgumentException(
                "line " + number + ": no sensor of ipmitool: " + Fields.shown(line));
    }

    /** {@code ipmitool sensor}: name, value, unit, status, and six thresholds. */
    private static Sensor measured(String[] fields) {
        return sensor(
                fields[0],
                fields[3],
                fields[1].equals("na") || fields[2].equals("discrete")
                        ? ""
                        : fields[1] + " " + fields[2]);
    }

    private static Sensor sensor(String name, String status, String reading) {
        boolean none = status.equals("ns") || status.equals("na") || isNoReading(reading);
        Optional<Double> value = none ? Optional.empty() : Fields.firstNumber(reading);
        boolean number = reading.startsWith("0x");
        List<String> states =
                none || value.isPresent() || number ? List.of() : StateWords.split(reading);
        return new Sensor(name, threshold(status), value, none ? "" : reading, states);
    }

    private static boolean isNoReading(String reading) {
        return switch (reading) {
            case "",
                    "No Reading",
                    "no reading",
                    "Disabled",
                    "disabled",
                    "Not Readable",
                    "Not Available" ->
                    true;
            default -> false;
        };
    }

    private static Threshold threshold(String status) {
        return switch (status) {
            case "ok" -> Threshold.OK;
            case "nc", "lnc", "unc" -> Threshold.NON_CRITICAL;
            case "cr", "lcr", "ucr" -> Threshold.CRITICAL;
            case "nr", "lnr", "unr" -> Threshold.NON_RECOVERABLE;
            default -> Threshold.UNKNOWN;
        };
    }
}
