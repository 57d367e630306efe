package dev.farrier.telemetry.linux;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Understands what {@code chronyc tracking} prints, as text or, with {@code -c}, as one line. */
public final class ChronyTracking {
    private static final int CSV_FIELDS = 14;
    private static final int LONGEST = 64 << 10;
    private static final int WORST_STRATUM = 16; // RFC 5905: not synchronised
    private static final List<String> MONTHS =
            List.of(
                    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                    "Dec");

    private ChronyTracking() {}

    /**
     * @param now when it was printed
     * @throws IllegalArgumentException when it is something else, or cut
     */
    public static ClockSync parse(String text, Instant now) {
        if (text.length() > LONGEST) {
            throw odd("more text than it can be");
        }
        String line = text.strip();
        boolean csv = line.indexOf('\n') < 0 && line.indexOf(',') > 0;
        return csv ? ofCsv(line.split(",", -1), now) : ofText(text, now);
    }

    private static ClockSync ofCsv(String[] field, Instant now) {
        if (field.length != CSV_FIELDS) {
            throw odd(field.length + " fields instead of " + CSV_FIELDS);
        }
        return of(
                field[0],
                field[1],
                field[2],
                number(field[3]),
                Math.abs(number(field[4])),
                "",
                number(field[10]) / 2 + number(field[11]),
                field[13],
                now);
    }

    private static ClockSync ofText(String text, Instant now) {
        Map<String, String> values = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            int colon = line.indexOf(" : ");
            if (colon > 0) {
                values.put(line.substring(0, colon).strip(), line.substring(colon + 3).strip());
            }
        }
        String id = value(values, "Reference ID");
        int open = id.indexOf(" (");
        if (open < 0 || !id.endsWith(")")) {
            throw odd("the reference '" + shown(id) + "'");
        }
        String[] offset = value(values, "System time").split(" ", -1);
        if (offset.length != 6 || !offset[1].equals("seconds") || !isDirection(offset[2])) {
            throw odd("the offset '" + shown(value(values, "System time")) + "'");
        }
        return of(
                id.substring(0, open),
                id.substring(open + 2, id.length() - 1),
                value(values, "Stratum"),
                epochSecond(value(values, "Ref time (UTC)")),
                number(offset[0]),
                offset[2],
                seconds(values, "Root delay") / 2 + seconds(values, "Root dispersion"),
                value(values, "Leap status"),
                now);
    }

    private static ClockSync of(
            String id,
            String name,
            String stratum,
            double referenceTime,
            double offsetSeconds,
            String direction,
            double uncertaintySeconds,
            String leap,
            Instant now) {
        boolean inStep =
                switch (leap) {
                    case "Normal", "Insert second", "Delete second" -> true;
                    case "Not synchronised" -> false;
                    default -> throw odd("the leap status '" + shown(leap) + "'");
                };
        double level = number(stratum);
        boolean nobody = id.equals("00000000") || id.equals("0.0.0.0");
        if (!inStep || level < 1 || level >= WORST_STRATUM || nobody) {
            return ClockSync.only(ClockSync.State.NOT_SYNCHRONISED);
        }
        double now0 = now.getEpochSecond() + now.getNano() / 1e9;
        return new ClockSync(
                ClockSync.State.SYNCHRONISED,
                name.isEmpty() ? id : name,
                isLocal(id),
                OptionalDouble.of(offsetSeconds),
                direction,
                OptionalDouble.of(uncertaintySeconds),
                OptionalDouble.of(now0 - referenceTime));
    }

    /** 127.127.x.x is what a clock calls itself that follows nobody else. */
    private static boolean isLocal(String id) {
        return id.regionMatches(true, 0, "7F7F", 0, 4) && id.length() == 8
                || id.startsWith("127.127.");
    }

    private static boolean isDirection(String word) {
        return word.equals("fast") || word.equals("slow");
    }

    private static String value(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null || value.isEmpty()) {
            throw odd("no " + key);
        }
        return value;
    }

    private static double seconds(Map<String, String> values, String key) {
        String value = value(values, key);
        if (!value.endsWith(" seconds")) {
            throw odd(key + " '" + shown(value) + "'");
        }
        return number(value.substring(0, value.indexOf(' ')));
    }

    private static double number(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        boolean digits = first >= '0' && first <= '9' || first == '-' || first == '+';
        try {
            double number = digits && text.length() <= 40 ? Double.parseDouble(text) : Double.NaN;
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(odd("'" + shown(text) + "'").getMessage(), e);
        }
        throw odd("'" + shown(text) + "' for a number");
    }

    /** {@code Mon Nov 30 08:59:30 2026}; a day below 10 has a blank before it. */
    private static double epochSecond(String time) {
        String[] part = time.replace("  ", " ").split(" ", -1);
        String[] clock = part.length == 5 ? part[3].split(":", -1) : part;
        int month = part.length == 5 ? MONTHS.indexOf(part[1]) + 1 : 0;
        if (month == 0 || clock.length != 3) {
            throw odd("the time '" + shown(time) + "'");
        }
        try {
            int second = Integer.parseInt(clock[2]);
            return (double)
                            LocalDateTime.of(
                                            Integer.parseInt(part[4]),
                                            month,
                                            Integer.parseInt(part[2]),
                                            Integer.parseInt(clock[0]),
                                            Integer.parseInt(clock[1]))
                                    .toEpochSecond(ZoneOffset.UTC)
                    + second;
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException(
                    odd("the time '" + shown(time) + "'").getMessage(), e);
        }
    }

    private static String shown(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }

    private static IllegalArgumentException odd(String what) {
        return new IllegalArgumentException("chronyc tracking printed " + what);
    }
}
