package dev.farrier.config;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When a verdict becomes an action.
 *
 * @param partitionModes instead of {@code mode} for the nodes of these partitions; a node of
 *     several is observed where one of them is
 * @param failCount failing looks within the fail window that drain the node
 * @param failWindow empty: it follows the interval
 * @param passCount consecutive passing looks that bring it back
 * @param passHold the time that these passes must span
 * @param bootGrace uptime before which only latched faults count
 * @param drainBudget of a partition's nodes: the most that we may hold out of service at once
 * @param spread the longest that a drain waits, so that not all nodes act in one second
 * @param commonCauseLimit nodes with one fault within {@code commonCauseWindow} above which it is
 *     one incident and no drain; empty: it follows the partition's size
 * @param commonCauseHold how long that fault then drains no node
 * @param pauseFile absolute path, on a file system that all nodes share
 */
public record PolicyConfig(
        Mode mode,
        Map<String, Mode> partitionModes,
        int failCount,
        Optional<Duration> failWindow,
        int passCount,
        Duration passHold,
        Duration bootGrace,
        Share drainBudget,
        Duration spread,
        Optional<Share> commonCauseLimit,
        Duration commonCauseWindow,
        Duration commonCauseHold,
        Optional<String> pauseFile) {
    public PolicyConfig {
        partitionModes = Collections.unmodifiableMap(new LinkedHashMap<>(partitionModes));
    }

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration SHORTEST_WINDOW = Duration.ofMinutes(5);

    static final Setting<Mode> MODE =
            Setting.withDefault(
                    "mode",
                    SettingTypes.MODE,
                    Mode.OBSERVE,
                    "With `observe`, what would have been done is only written down; `act` does it. A"
                            + " check can have a mode of its own.");
    static final Setting<Map<String, Mode>> PARTITION_MODES =
            Setting.optional(
                    "partitionModes",
                    SettingTypes.MODES,
                    "Modes by partition, instead of `mode`; where a node is in several of these, one"
                            + " `observe` is enough.");
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

    static final Setting<Share> DRAIN_BUDGET =
            Setting.withDefault(
                    "drainBudget",
                    Share.TYPE,
                    Share.percent(10),
                    "The most of a partition's nodes that Farrier holds out of service at once, at"
                            + " least 1.");
    static final Setting<Duration> SPREAD =
            Setting.withDefault(
                    "spread",
                    SettingTypes.between(
                            SettingTypes.DURATION,
                            "a duration",
                            Duration.ZERO,
                            Duration.ofSeconds(30)),
                    Duration.ofSeconds(20),
                    "A drain waits a part of this that the node's name gives, so that not all"
                            + " nodes drain in one second.");
    static final Setting<Share> COMMON_CAUSE_LIMIT =
            Setting.optional(
                    "commonCauseLimit",
                    Share.TYPE,
                    "When more nodes than this are drained for one fault within"
                            + " `commonCauseWindow`, it is one incident: all take their drains"
                            + " back; when not set, the larger of 5 and 2 % of the partition.");
    static final Setting<Duration> COMMON_CAUSE_WINDOW =
            Setting.withDefault(
                    "commonCauseWindow",
                    SettingTypes.between(SettingTypes.DURATION, "a duration", SECOND, MONTH),
                    Duration.ofMinutes(10),
                    "The time within which drains for one fault count as one incident.");
    static final Setting<Duration> COMMON_CAUSE_HOLD =
            Setting.withDefault(
                    "commonCauseHold",
                    SettingTypes.between(SettingTypes.DURATION, "a duration", SECOND, MONTH),
                    Duration.ofMinutes(30),
                    "How long a fault drains nobody after it was found on too many nodes.");

    static final Setting<String> PAUSE_FILE =
            Setting.optional(
                    "pauseFile",
                    SettingTypes.PATH,
                    "A file on a shared file system by which `farrier pause --everywhere` stops"
                            + " all nodes.");

    static final Section SECTION =
            new Section(
                    "policy",
                    "When a verdict takes the node out of service and brings it back.",
                    List.of(
                            MODE,
                            PARTITION_MODES,
                            FAIL_COUNT,
                            FAIL_WINDOW,
                            PASS_COUNT,
                            PASS_HOLD,
                            BOOT_GRACE,
                            DRAIN_BUDGET,
                            SPREAD,
                            COMMON_CAUSE_LIMIT,
                            COMMON_CAUSE_WINDOW,
                            COMMON_CAUSE_HOLD,
                            PAUSE_FILE));

    static PolicyConfig of(Settings settings) {
        return new PolicyConfig(
                settings.get(MODE),
                settings.find(PARTITION_MODES).orElse(Map.of()),
                settings.get(FAIL_COUNT),
                settings.find(FAIL_WINDOW),
                settings.get(PASS_COUNT),
                settings.get(PASS_HOLD),
                settings.get(BOOT_GRACE),
                settings.get(DRAIN_BUDGET),
                settings.get(SPREAD),
                settings.find(COMMON_CAUSE_LIMIT),
                settings.get(COMMON_CAUSE_WINDOW),
                settings.get(COMMON_CAUSE_HOLD),
                settings.find(PAUSE_FILE));
    }

    Settings settings() {
        Map<String, Object> values = new HashMap<>();
        values.put(MODE.name(), mode);
        if (!partitionModes.isEmpty()) {
            values.put(PARTITION_MODES.name(), partitionModes);
        }
        values.put(FAIL_COUNT.name(), failCount);
        failWindow.ifPresent(window -> values.put(FAIL_WINDOW.name(), window));
        values.put(PASS_COUNT.name(), passCount);
        values.put(PASS_HOLD.name(), passHold);
        values.put(BOOT_GRACE.name(), bootGrace);
        values.put(DRAIN_BUDGET.name(), drainBudget);
        values.put(SPREAD.name(), spread);
        commonCauseLimit.ifPresent(limit -> values.put(COMMON_CAUSE_LIMIT.name(), limit));
        values.put(COMMON_CAUSE_WINDOW.name(), commonCauseWindow);
        values.put(COMMON_CAUSE_HOLD.name(), commonCauseHold);
        pauseFile.ifPresent(path -> values.put(PAUSE_FILE.name(), path));
        return new Settings(values);
    }

    /** The same with this mode, whatever the partition. */
    PolicyConfig inMode(Mode other) {
        Map<String, Object> values = new HashMap<>(settings().values());
        values.put(MODE.name(), other);
        values.remove(PARTITION_MODES.name());
        return of(new Settings(values));
    }

    /** The mode that holds on a node of these partitions. */
    Mode modeIn(List<String> partitions) {
        boolean named = false;
        for (String partition : partitions) {
            Mode own = partitionModes.get(partition);
            if (own == Mode.OBSERVE) {
                return Mode.OBSERVE;
            }
            named |= own != null;
        }
        return named ? Mode.ACT : mode;
    }

    /** The fail window that holds for this interval: a look may be late by half and still count. */
    public Duration failWindow(Duration interval) {
        if (failWindow.isPresent()) {
            return failWindow.get();
        }
        Duration following = Duration.ofMillis(interval.toMillis() * 5 / 2);
        return following.compareTo(SHORTEST_WINDOW) > 0 ? following : SHORTEST_WINDOW;
    }
}
