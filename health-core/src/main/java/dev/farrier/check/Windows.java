package dev.farrier.check;

import dev.farrier.config.Setting;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.CounterBook;
import java.time.Duration;

/** The setting of checks that judge by how much counters grew. */
public final class Windows {
    private static final SettingType<Duration> TYPE =
            SettingTypes.between(
                    SettingTypes.DURATION,
                    "a duration",
                    Duration.ofMinutes(1),
                    Duration.ofHours(12));

    public static final Setting<Duration> WINDOW =
            Setting.withDefault(
                    "window",
                    TYPE,
                    CounterBook.USUAL_WINDOW,
                    "How long an increase of a counter stays in sight: for one to two of these.");

    private Windows() {}
}
