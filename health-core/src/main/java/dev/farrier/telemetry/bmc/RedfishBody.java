package dev.farrier.telemetry.bmc;

import dev.farrier.telemetry.bmc.RedfishParts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds parts in one body of a Redfish service, by the schemas of DMTF: members of the known
 * arrays, and a body that is a part itself. Missing, null and empty values are all usual; numbers
 * come as numbers or as text.
 */
public final class RedfishBody {
    private static final List<String> ARRAYS =
            List.of(
                    "PowerSupplies",
                    "Temperatures",
                    "Fans",
                    "Voltages",
                    "Redundancy",
                    "Processors",
                    "Memory",
                    "Drives",
                    "StorageControllers",
                    "Sensors",
                    "LeakDetectors",
                    "Batteries");
    private static final List<String> SENSORS =
            List.of("Temperatures", "Fans", "Voltages", "Sensors");
    private static final List<String> READINGS =
            List.of("ReadingCelsius", "Reading", "ReadingRPM", "ReadingVolts");

    private RedfishBody() {}

    public static boolean isOff(Map<?, ?> body) {
        return body.get("PowerState") instanceof String state && state.equals("Off");
    }

    /** Whether this looks like a body of a Redfish service that tells of parts or of a host. */
    public static boolean isBody(Map<?, ?> body) {
        if (body.get("@odata.id") instanceof String || body.get("PowerState") instanceof String) {
            return true;
        }
        for (String array : ARRAYS) {
            if (body.get(array) instanceof List<?>) {
                return true;
            }
        }
        return body.get("Status") instanceof Map<?, ?>;
    }

    /** The parts that this body tells of, in its order. */
    public static List<Part> parts(Map<?, ?> body) {
        List<Part> parts = new ArrayList<>();
        for (String array : ARRAYS) {
            if (body.get(array) instanceof List<?> members) {
                for (Object member : members) {
                    if (member instanceof Map<?, ?> part && !isLink(part)) {
                        parts.add(part(array, part));
                    }
                }
            }
        }
        for (String summary : List.of("MemorySummary", "ProcessorSummary")) {
            if (body.get(summary) instanceof Map<?, ?> part && part.get("Status") != null) {
                parts.add(part(summary, part));
            }
        }
        if (parts.isEmpty() && body.get("Status") instanceof Map<?, ?>) {
            parts.add(part(kindOf(body), body));
        }
        return parts;
    }

    /** The kind of a body that is one part, by its {@code @odata.type}: {@code #Fan.v1_5_0.Fan}. */
    private static String kindOf(Map<?, ?> body) {
        String type = text(body.get("@odata.type")).orElse("");
        String schema = type.substring(type.lastIndexOf('.') + 1);
        return schema.equals("Sensor") ? "Sensors" : schema;
    }

    /** A body that is one part, of a collection such as {@code PowerSupplies}. */
    public static Part part(String kind, Map<?, ?> body) {
        Map<?, ?> status = body.get("Status") instanceof Map<?, ?> map ? map : Map.of();
        Optional<String> health = text(status.get("Health"));
        Map<?, ?> thresholds = body.get("Thresholds") instanceof Map<?, ?> map ? map : Map.of();
        return new Part(
                kind,
                name(kind, body),
                text(status.get("State")),
                health,
                health.isEmpty() && status.containsKey("Health"),
                SENSORS.contains(kind),
                reading(body),
                limit(body, thresholds, "UpperThresholdNonCritical", "UpperCaution"),
                limit(body, thresholds, "UpperThresholdCritical", "UpperCritical"),
                limit(body, thresholds, "LowerThresholdCritical", "LowerCritical"));
    }

    private static boolean isLink(Map<?, ?> member) {
        return member.size() == 1 && member.containsKey("@odata.id");
    }

    private static String name(String kind, Map<?, ?> body) {
        for (String key : List.of("Name", "FanName", "MemberId", "Id")) {
            Optional<String> name = text(body.get(key));
            if (name.isPresent()) {
                return name.get();
            }
        }
        return kind;
    }

    private static Optional<Double> reading(Map<?, ?> body) {
        for (String key : READINGS) {
            Optional<Double> reading = number(body.get(key));
            if (reading.isPresent()) {
                return reading;
            }
        }
        return Optional.empty();
    }

    private static Optional<Double> limit(
            Map<?, ?> body, Map<?, ?> thresholds, String old, String current) {
        Optional<Double> limit = number(body.get(old));
        return limit.isPresent() || !(thresholds.get(current) instanceof Map<?, ?> threshold)
                ? limit
                : number(threshold.get("Reading"));
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text && !text.isBlank()
                ? Optional.of(text.strip())
                : Optional.empty();
    }

    private static Optional<Double> number(@Nullable Object value) {
        if (value instanceof Number number) {
            return Optional.of(number.doubleValue());
        }
        return value instanceof String text ? Fields.firstNumber(text.strip()) : Optional.empty();
    }
}
