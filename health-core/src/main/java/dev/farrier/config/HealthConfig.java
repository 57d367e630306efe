package dev.farrier.config;

import dev.farrier.NodeProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    /** What this program reads; a key that is renamed alone does not make another version. */
    static final int CURRENT_VERSION = 1;

    static final Setting<Integer> VERSION =
            Setting.withDefault(
                    "version",
                    SettingTypes.between(SettingTypes.COUNT, "a whole number", 1, 1_000),
                    CURRENT_VERSION,
                    "The version of the configuration that the file is written for; a newer one than"
                            + " the program knows is refused.");
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

    /** Whether the scheduler must say what this node is before the configuration can be applied. */
    public boolean asksForProfile() {
        if (!policy.partitionModes().isEmpty()) {
            return true;
        }
        for (CheckConfig check : checks) {
            if (check.applies().asksTheScheduler()) {
                return true;
            }
        }
        return false;
    }

    /**
     * As it holds on one node. While it is not known what the node is, and it would have to be,
     * nothing acts.
     */
    public HealthConfig on(Optional<NodeProfile> profile) {
        if (!asksForProfile()) {
            return this;
        }
        if (profile.isPresent()) {
            return with(policy.inMode(policy.modeIn(profile.get().partitions())), checks);
        }
        List<CheckConfig> observing = new ArrayList<>();
        for (CheckConfig check : checks) {
            observing.add(check.inNoModeOfItsOwn());
        }
        return with(policy.inMode(Mode.OBSERVE), observing);
    }

    private HealthConfig with(PolicyConfig otherPolicy, List<CheckConfig> otherChecks) {
        return new HealthConfig(origin, interval, scheduler, otherPolicy, journal, otherChecks);
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
