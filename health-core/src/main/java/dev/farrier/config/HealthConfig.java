package dev.farrier.config;

import java.time.Duration;
import java.util.List;

/**
 * The configuration of one node: read and validated once, never changed.
 *
 * @param origin where it was read, or what it is otherwise, for messages
 * @param interval between two periodic looks
 * @param checks in the order of the file
 */
public record HealthConfig(
        String origin,
        Duration interval,
        SchedulerConfig scheduler,
        PolicyConfig policy,
        JournalConfig journal,
        List<CheckConfig> checks) {
    static final Setting<Duration> INTERVAL =
            Setting.withDefault(
                    "interval",
                    SettingTypes.between(
                            SettingTypes.DURATION,
                            "a duration",
                            Duration.ofSeconds(10),
                            Duration.ofHours(1)),
                    Duration.ofMinutes(1),
                    "The time between two looks at the node.");

    static final List<Section> SECTIONS =
            List.of(SchedulerConfig.SECTION, PolicyConfig.SECTION, JournalConfig.SECTION);

    public HealthConfig {
        checks = List.copyOf(checks);
    }

    /** What holds where no file says otherwise: nothing acts, and no check is configured. */
    public static HealthConfig defaults(String origin) {
        return new HealthConfig(
                origin,
                INTERVAL.defaultValue().orElseThrow(),
                SchedulerConfig.of(Settings.EMPTY),
                PolicyConfig.of(Settings.EMPTY),
                JournalConfig.of(Settings.EMPTY),
                List.of());
    }
}
