package dev.farrier.telemetry.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Understands what chronyd, ntpd and systemd-timesyncd log about the clock. */
public final class TimeDaemonLog {
    private static final String[] DAEMONS = {"chronyd", "ntpd", "timesyncd"};

    private TimeDaemonLog() {}

    /** What a line says of the clock. */
    public enum Kind {
        STARTED("started"),
        STOPPED("stopped"),
        /** A reference is followed. */
        SELECTED("selected"),
        /** There is none to follow. */
        UNSYNCHRONISED("unsynchronised"),
        /** The clock is off by some seconds. */
        WRONG("wrong"),
        /** It was set right at once. */
        STEPPED("stepped"),
        /** Somebody else set it, or the machine was asleep. */
        JUMPED("jumped"),
        /** A reference is not believed, since others agree on another time. */
        FALSETICKER("falseticker");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One line that says something.
     *
     * @param line its number, from 1
     * @param seconds that the clock was off, with the sign that the daemon gave; empty when the
     *     line names none
     */
    public record Event(int line, Kind kind, Optional<Double> seconds, String message) {}

    /** Whether a daemon wrote this line, or it says something of the clock. */
    public static boolean isLine(String line) {
        for (String daemon : DAEMONS) {
            int at = line.indexOf(daemon);
            int end = at + daemon.length();
            if (at >= 0 && end < line.length() && "[: ".indexOf(line.charAt(end)) >= 0) {
                return true;
            }
        }
        return kind(line).isPresent();
    }

    public static List<Event> parse(String text) {
        List<Event> events = new ArrayList<>();
        int number = 0;
        for (int start = 0; start < text.length(); ) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            String line = text.substring(start, end);
            number++;
            Optional<Kind> kind = kind(line);
            if (kind.isPresent()) {
                events.add(new Event(number, kind.get(), seconds(kind.get(), line), message(line)));
            }
            start = end + 1;
        }
        return events;
    }

    private static Optional<Kind> kind(String line) {
        if (line.contains("System clock wrong by ") || line.contains("time correction of ")) {
            return Optional.of(Kind.WRONG);
        }
        if (line.contains("System clock was stepped by ")
                || line.contains("time reset ")
                || line.contains("step time server ")) {
            return Optional.of(Kind.STEPPED);
        }
        if (line.contains("time jump detected")) {
            return Optional.of(Kind.JUMPED);
        }
        if (line.contains("Can't synchronise: ")
                || line.contains("no servers reachable")
                || line.contains("no server suitable for synchronization found")
                || line.contains("Clock Unsynchronized")
                || line.contains("Timed out waiting for reply from ")) {
            return Optional.of(Kind.UNSYNCHRONISED);
        }
        if (line.contains("Selected source ")
                || line.contains("synchronized to ")
                || line.contains("ynchronized to time server ")
                || line.contains("nitial synchronization to time server ")) {
            return Optional.of(Kind.SELECTED);
        }
        if (line.contains("falseticker")) {
            return Optional.of(Kind.FALSETICKER);
        }
        if (line.contains("chronyd exiting") || line.contains("ntpd exiting on signal ")) {
            return Optional.of(Kind.STOPPED);
        }
        boolean starts = line.contains("chronyd version ") && line.contains(" starting");
        return starts || line.contains(": Starting") && line.contains("ntpd ")
                ? Optional.of(Kind.STARTED)
                : Optional.empty();
    }

    /** The number before the word for seconds. */
    private static Optional<Double> seconds(Kind kind, String line) {
        if (kind != Kind.WRONG && kind != Kind.STEPPED) {
            return Optional.empty();
        }
        String[] word = line.split(" ", -1);
        for (int i = 1; i < word.length; i++) {
            boolean unit = word[i].startsWith("seconds") || word[i].equals("s");
            if (unit || word[i].equals("sec")) {
                return number(word[i - 1]);
            }
        }
        return Optional.empty();
    }

    private static Optional<Double> number(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!(c >= '0' && c <= '9' || c == '.' || i == 0 && (c == '-' || c == '+'))) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(Double.parseDouble(word));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Without time, host and daemon, where the line has them. */
    private static String message(String line) {
        int end = line.indexOf("]: ");
        return (end < 0 ? line : line.substring(end + 3)).strip();
    }
}
