package dev.farrier.telemetry.bmc;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what {@code ipmitool sel elist}, {@code sel list}, {@code sel info} and {@code sel time
 * get} print.
 */
public final class IpmitoolEvents {
    /** The sensor types of the IPMI specification 2.0, table 42-3, as ipmitool spells them. */
    private static final List<String> SENSOR_TYPES =
            List.of(
                    "Temperature",
                    "Voltage",
                    "Current",
                    "Fan",
                    "Physical Security",
                    "Platform Security",
                    "Processor",
                    "Power Supply",
                    "Power Unit",
                    "Cooling Device",
                    "Other Units",
                    "Other",
                    "Memory",
                    "Drive Slot / Bay",
                    "Drive Slot",
                    "POST Memory Resize",
                    "System Firmwares",
                    "System Firmware",
                    "Event Logging Disabled",
                    "Watchdog1",
                    "System Event",
                    "Critical Interrupt",
                    "Button",
                    "Module / Board",
                    "Module/Board",
                    "Microcontroller",
                    "Add-in Card",
                    "Chassis",
                    "Chip Set",
                    "Other FRU",
                    "Cable / Interconnect",
                    "Cable/Interconnect",
                    "Terminator",
                    "System Boot Initiated",
                    "Boot Error",
                    "OS Boot",
                    "OS Critical Stop",
                    "OS Stop/Shutdown",
                    "Slot / Connector",
                    "Slot/Connector",
                    "System ACPI Power State",
                    "Watchdog2",
                    "Watchdog 2",
                    "Platform Alert",
                    "Entity Presence",
                    "Monitor ASIC",
                    "LAN",
                    "Management Subsys Health",
                    "Management Subsystem Health",
                    "Battery",
                    "Session Audit",
                    "Version Change",
                    "FRU State",
                    "Unknown");

    private IpmitoolEvents() {}

    /**
     * The records, oldest first.
     *
     * @throws IllegalArgumentException on a line that is no record; the message names line and text
     */
    public static List<SystemEvent> events(String text) {
        List<SystemEvent> events = new ArrayList<>();
        if (text.strip().equals("SEL has no entries")) {
            return events;
        }
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank()) {
                events.add(event(number, line));
            }
        }
        return events;
    }

    /** Whether this line looks like a record at all. */
    public static boolean isRecord(String line) {
        String[] fields = Fields.split(line, '|');
        return fields.length >= 4
                && isHexadecimal(fields[0])
                && (fields[1].equals("Pre-Init")
                        || date(fields[1], fields[2]).isPresent()
                        || fields[3].startsWith("OEM record"));
    }

    private static SystemEvent event(int number, String line) {
        String[] fields = Fields.split(line, '|');
        if (fields.length < 4 || !isHexadecimal(fields[0])) {
            throw new IllegalArgumentException(
                    "line " + number + ": no record of an event log: " + Fields.shown(line));
        }
        int id = Integer.parseInt(fields[0], 16);
        Optional<LocalDateTime> at = date(fields[1], fields[2]);
        if (fields[3].startsWith("OEM record")) {
            return new SystemEvent(
                    id, at, fields[3], "", "", SystemEvent.Direction.NONE, Optional.empty());
        }
        String type = sensorType(fields[3]);
        String sensor = fields[3].substring(type.length()).strip();
        String event = fields.length > 4 ? fields[4] : "";
        SystemEvent.Direction direction = SystemEvent.Direction.NONE;
        Optional<Double> value = Optional.empty();
        for (int i = 5; i < fields.length; i++) {
            if (fields[i].equals("Asserted")) {
                direction = SystemEvent.Direction.ASSERTED;
            } else if (fields[i].equals("Deasserted")) {
                direction = SystemEvent.Direction.DEASSERTED;
            } else if (fields[i].startsWith("Reading ")) {
                value = Fields.firstNumber(fields[i].substring("Reading ".length()));
            }
        }
        return new SystemEvent(id, at, type, sensor, event, direction, value);
    }

    /** The longest type that the text begins with; all of it when it begins with none. */
    private static String sensorType(String text) {
        String longest = "";
        for (String type : SENSOR_TYPES) {
            boolean whole =
                    text.startsWith(type)
                            && (text.length() == type.length()
                                    || text.charAt(type.length()) == ' ');
            if (whole && type.length() > longest.length()) {
                longest = type;
            }
        }
        if (!longest.isEmpty()) {
            return longest;
        }
        int sensorNumber = text.indexOf(" #0x");
        return sensorNumber < 0 ? text : text.substring(0, sensorNumber);
    }

    private static boolean isHexadecimal(String text) {
        if (text.isEmpty() || text.length() > 7) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * A time of the BMC: {@code 11/30/2026} or {@code 11/30/26}; {@code 22:10:01}, {@code 10:10:01
     * PM}, a zone behind it is left out, since the BMC knows none.
     */
    static Optional<LocalDateTime> date(String date, String time) {
        String[] day = date.split("/", -1);
        String[] words = time.split(" ", -1);
        String[] clock = words[0].split(":", -1);
        if (day.length != 3 || clock.length != 3) {
            return Optional.empty();
        }
        try {
            int year = Integer.parseInt(day[2]);
            int hour = Integer.parseInt(clock[0]);
            if (words.length > 1 && (words[1].equals("AM") || words[1].equals("PM"))) {
                hour = hour % 12 + (words[1].equals("PM") ? 12 : 0);
            }
            return Optional.of(
                    LocalDateTime.of(
                            year < 100 ? 2000 + year : year,
                            Integer.parseInt(day[0]),
                            Integer.parseInt(day[1]),
                            hour,
                            Integer.parseInt(clock[1]),
                            Integer.parseInt(clock[2])));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The BMC's clock, as {@code sel time get} prints it: {@code 11/30/2026 08:10:00}. */
    static Optional<LocalDateTime> clock(String text) {
        String line = text.strip();
        int blank = line.indexOf(' ');
        return blank < 0
                ? Optional.empty()
                : date(line.substring(0, blank), line.substring(blank + 1));
    }

    /** Whether {@code sel info} says that events were lost. */
    public static boolean overflow(String info) {
        return value(info, "Overflow").equals("true");
    }

    /** How full the log is, in percent; empty when {@code sel info} does not say. */
    public static Optional<Integer> percentUsed(String info) {
        String percent = value(info, "Percent Used");
        try {
            return percent.endsWith("%")
                    ? Optional.of(Integer.parseInt(percent.substring(0, percent.length() - 1)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String value(String info, String key) {
        for (String line : info.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equals(key)) {
                return line.substring(colon + 1).strip();
            }
        }
        return "";
    }
}
