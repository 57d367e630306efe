package dev.farrier.slurm;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Slurm's times without a zone, {@code 2026-11-30T09:32:27}; UTC, since we ask with TZ=UTC. */
final class SlurmTime {
    private static final String FORM = "dddd-dd-ddTdd:dd:dd";

    private SlurmTime() {}

    /** Empty when it is no time; {@link #isTime} tells {@code Unknown} from nonsense. */
    static Optional<Instant> parse(String text) {
        if (!hasForm(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    LocalDateTime.of(
                                    number(text, 0, 4),
                                    number(text, 5, 7),
                                    number(text, 8, 10),
                                    number(text, 11, 13),
                                    number(text, 14, 16),
                                    number(text, 17, 19))
                            .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException noSuchDay) {
            return Optional.empty();
        }
    }

    static boolean isTime(String text) {
        return text.equals("Unknown") || hasForm(text);
    }

    private static boolean hasForm(String text) {
        if (text.length() != FORM.length()) {
            return false;
        }
        for (int i = 0; i < FORM.length(); i++) {
            char form = FORM.charAt(i);
            char c = text.charAt(i);
            if (form == 'd' ? c < '0' || c > '9' : c != form) {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
