package dev.farrier.action;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * The one line that a scheduler keeps of our drain: {@code farrier:<checksum> <codes> <text>}. The
 * checksum (CRC-32, eight hex digits, over what follows it and the blank) proves that nobody edited
 * the line since.
 */
public record Reason(String text) {
    public static final String PREFIX = "farrier:";

    /** The code of a drain that a person asked for; Farrier never takes it back by itself. */
    public static final String MANUAL = "manual";

    /** Bytes: what OpenPBS shows of a comment in one line; longer ones are cut by some tools. */
    public static final int LONGEST = 79;

    private static final int SUM_DIGITS = 8;
    private static final int ROOM_FOR_COUNT = 4; // +999

    /** What Slurm appends to a reason by itself; recorded on 22.05, 24.11 and 26.05. */
    static final List<String> ADDITIONS =
            List.of(" : reboot issued", " : reboot timed out", " : Not responding");

    public Reason {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a drain needs a reason");
        }
    }

    /**
     * The reason for a drain that Farrier makes itself: printable ASCII, at most {@link #LONGEST}
     * bytes, without the word {@code ERROR}, by which TORQUE would set the node down. Codes that do
     * not fit are counted: {@code +2}.
     *
     * @param component of the first fault; left out when it does not fit
     */
    public static Reason ofFaults(List<String> codes, String component) {
        int room = LONGEST - PREFIX.length() - SUM_DIGITS - 1;
        String first = code(codes.get(0));
        StringBuilder body =
                new StringBuilder(first.length() > room ? first.substring(0, room) : first);
        int fitted = 1;
        while (fitted < codes.size()) {
            String next = code(codes.get(fitted));
            if (body.length() + 1 + next.length() + ROOM_FOR_COUNT > room) {
                break;
            }
            body.append(',').append(next);
            fitted++;
        }
        String more = "+" + (codes.size() - fitted);
        if (fitted < codes.size() && body.length() + more.length() <= room) {
            body.append(more);
        }
        String where = printable(component);
        if (!where.isEmpty() && body.length() + 1 + where.length() <= room) {
            body.append(' ').append(where);
        }
        return signed(body.toString());
    }

    /**
     * The reason for a drain that a person asked for; the text as {@code ReasonText} cleaned it.
     */
    public static Reason ofPerson(String cleanText) {
        return signed(MANUAL + " " + cleanText);
    }

    private static Reason signed(String body) {
        return new Reason(PREFIX + sum(body) + " " + body);
    }

    /**
     * The line without what a scheduler added to it: one outer pair of quotes, and Slurm's own
     * words at the end.
     */
    public static String withoutAdditions(String line) {
        String bare = line;
        if (bare.length() >= 2 && bare.startsWith("\"") && bare.endsWith("\"")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        boolean cut = true;
        while (cut) {
            cut = false;
            for (String addition : ADDITIONS) {
                if (bare.endsWith(addition)) {
                    bare = bare.substring(0, bare.length() - addition.length());
                    cut = true;
                }
            }
        }
        return bare;
    }

    /** The codes that a line of ours names; empty when it is not one or was edited. */
    public static List<String> codes(String line) {
        if (!isUnedited(line)) {
            return List.of();
        }
        String body = body(line);
        int end = body.indexOf(' ');
        String codes = end < 0 ? body : body.substring(0, end);
        int more = codes.indexOf('+');
        return List.of((more < 0 ? codes : codes.substring(0, more)).split(",", -1));
    }

    public static boolean isUnedited(String line) {
        int afterSum = PREFIX.length() + SUM_DIGITS;
        return line.startsWith(PREFIX)
                && line.length() > afterSum + 1
                && line.charAt(afterSum) == ' '
                && line.substring(PREFIX.length(), afterSum).equals(sum(body(line)));
    }

    /** The checksum that an unedited line of ours carries; empty for any other text. */
    public static String sumOf(String line) {
        return isUnedited(line)
                ? line.substring(PREFIX.length(), PREFIX.length() + SUM_DIGITS)
                : "";
    }

    private static String body(String line) {
        return line.substring(PREFIX.length() + SUM_DIGITS + 1);
    }

    private static String sum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    private static String printable(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean allowed = c >= ' ' && c <= '~' && c != '"' && c != '\'' && c != '|';
            plain.append(allowed ? c : '?');
        }
        return plain.toString().replace("ERROR", "error").strip();
    }

    /** A code that cannot be taken for two, nor for a text behind it. */
    private static String code(String code) {
        return printable(code).replace(' ', '?').replace(',', '?').replace('+', '?');
    }

    @Override
    public String toString() {
        return text;
    }
}
