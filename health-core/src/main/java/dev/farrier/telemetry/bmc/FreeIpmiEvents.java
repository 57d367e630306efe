package dev.farrier.telemetry.bmc;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads what {@code ipmi-sel --comma-separated-output --output-event-state} prints: {@code
 * ID,Date,Time,Name,Type,State,Event}. Its record ids are decimal, an event's end is a word of the
 * event itself.
 */
public final class FreeIpmiEvents {
    private static final int COLUMNS = 7;
    private static final String DEASSERTED = "; Deassertion";
    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    private FreeIpmiEvents() {}

    /**
     * The records, oldest first.
     *
     * @throws IllegalArgumentException on a line that is no record; the message names line and text
     */
    public static List<SystemEvent> events(String text) {
        List<SystemEvent> events = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank() && !line.startsWith("ID,")) {
                events.add(event(number, line));
            }
        }
        return events;
    }

    /** Whether this line looks like a record, or like the head of the list. */
    public static boolean isRecord(String line) {
        String[] fields = line.split(",", COLUMNS);
        return line.equals("ID,Date,Time,Name,Type,State,Event")
                || fields.length == COLUMNS
                        && isNumber(fields[0].strip())
                        && (fields[1].strip().equals("PostInit")
                                || date(fields[1].strip(), fields[2].strip()).isPresent());
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() < 8;
    }

    private static SystemEvent event(int number, String line) {
        String[] fields = line.split(",", COLUMNS); // the last one may hold commas
        if (fields.length < COLUMNS || !isNumber(fields[0].strip())) {
            throw new IllegalArgumentException(
                    "line " + number + ": no record of ipmi-sel: " + Fields.shown(line));
        }
        String event = fields[6].strip();
        boolean over = event.contains(DEASSERTED);
        return new SystemEvent(
                Integer.parseInt(fields[0].strip()),
                date(fields[1].strip(), fields[2].strip()),
                fields[4].strip(),
                fields[3].strip(),
                over ? event.replace(DEASSERTED, "") : event,
                over ? SystemEvent.Direction.DEASSERTED : SystemEvent.Direction.ASSERTED,
                Optional.empty());
    }

    /** {@code Nov-30-2026} and {@code 08:00:00}; the words {@code PostInit} are no time. */
    private static Optional<LocalDateTime> date(String date, String time) {
        String[] day = date.split("-", -1);
        String[] clock = time.split(":", -1);
        int month = day.length == 3 ? MONTHS.indexOf(day[0].toLowerCase(Locale.ROOT)) + 1 : 0;
        if (month == 0 || clock.length != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    LocalDateTime.of(
                            Integer.parseInt(day[2]),
                            month,
                            Integer.parseInt(day[1]),
                            Integer.parseInt(clock[0]),
                            Integer.parseInt(clock[1]),
                            Integer.parseInt(clock[2])));
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
