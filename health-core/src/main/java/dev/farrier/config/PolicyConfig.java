package dev.farrier.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When a verdict becomes an action.
 *
 * @param failCount failing looks within the fail window that drain the node
 * @param failWindow empty: it follows the interval
 * @param passCount consecutive passing looks that bring it back
 * @param passHold the time that these passes must span
 * @param bootGrace uptime before which only latched faults count
 */
public record PolicyConfig(
        Mode mode,
        int failCount,
        Optional<Duration> failWindow,
        int passCount,
        Duration passHold,
        Duration bootGrace) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration SHORTEST_WINDOW = Duration.ofMinutes(5);

    static final Setting<Mode> MODE =
            Setting.withDefault(
                    "mode",
                    SettingTypes.MODE,
                    Mode.OBSERVE,
                    "With `observe`, what would have been done is only written down; `act` does it.");
    static final Setting<Integer> FAIL_COUNT =
            Setting.withDefault(
                    "failCount",
                    SettingTypes.between(SettingTypes.COUNT, "a whole number", 1, 1_000),
                    2,
                    "Failing looks within `failWindow` that take the node out of service.");
    static final Setting<Duration> FAIL_WINDOW =
            Setting.optional(
                    "failWindow",
                    SettingTypes.between(SettingTypes.DURATION, "a duration", SECOND, MONTH),
                    "The time in which failing looks are counted; when not set, the larger of 5m"
                            + " and 2.5 times the interval.");
    static final Setting<Integer> PASS_COUNT =
            Setting.withDefault(
                    "passCount",
                    SettingTypes.between(SettingTypes.COUNT, "a whole number", 1, 1_000),
                    3,
                    "Consecutive passing looks that bring the node back.");
    static final Setting<Duration> PASS_HOLD =
            Setting.withDefault(
                    "passHold",
                    SettingTypes.between(SettingTypes.DURATION, "a duration", SECOND, MONTH),
                    Duration.ofMinutes(10),
                    "The time that these passing looks must span.");
    static final Setting<Duration> BOOT_GRACE =
            Setting.withDefault(
                    "bootGrace",
                    SettingTypes.between(SettingTypes.DURATION, "a duration", Duration.ZERO, MONTH),
                    Duration.ofMinutes(5),
                    "Uptime before which only faults count that no time will mend.");

    static final Section SECTION =
            new Section(
                    "policy",
                    "When a verdict takes the node out of service and brings it back.",
                    List.of(MODE, FAIL_COUNT, FAIL_WINDOW, PASS_COUNT, PASS_HOLD, BOOT_GRACE));

    static PolicyConfig of(Settings settings) {
        return new PolicyConfig(
                settings.get(MODE),
                settings.get(FAIL_COUNT),
                settings.find(FAIL_WINDOW),
                settings.get(PASS_COUNT),
                settings.get(PASS_HOLD),
                settings.get(BOOT_GRACE));
    }

    Settings settings() {
        Map<String, Object> values = new HashMap<>();
        values.put(MODE.name(), mode);
        values.put(FAIL_COUNT.name(), failCount);
        failWindow.ifPresent(window -> values.put(FAIL_WINDOW.name(), window));
        values.put(PASS_COUNT.name(), passCount);
        values.put(PASS_HOLD.name(), passHold);
        values.put(BOOT_GRACE.name(), bootGrace);
        return new Settings(values);
    }

    /** The fail window that holds for this interval: a look may be late by half and still count. */
    public Duration failWindow(Duration interval) {
        if (failWindow.isPresent()) {
            return failWindow.get();
        }
        Duration following = interval.multipliedBy(5).dividedBy(2);
        return following.compareTo(SHORTEST_WINDOW) > 0 ? following : SHORTEST_WINDOW;
    }
}
