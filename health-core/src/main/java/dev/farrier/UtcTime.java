package dev.farrier;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times as our records have them: {@code 2026-11-30T07:09:05.123Z}. */
public final class UtcTime {
    private static final int WITHOUT_SECONDS = "2026-11-30T07:09".length();

    private UtcTime() {}

    /**
     * The same as {@link Instant#toString} for the years 0 to 9999; that one starts the JDK's
     * formatter, and with it regular expressions.
     */
    public static String text(Instant instant) {
        String text =
                LocalDateTime.ofEpochSecond(
                                instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC)
                        .toString();
        return text.length() == WITHOUT_SECONDS ? text + ":00Z" : text + "Z";
    }
}
