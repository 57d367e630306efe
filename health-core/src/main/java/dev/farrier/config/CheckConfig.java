package dev.farrier.config;

import dev.farrier.Severity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One configured instance of a check.
 *
 * @param name unique in the file
 * @param kind the check's id
 * @param settings the check's own, defaults filled in
 * @param common the settings that every check has
 */
public record CheckConfig(
        String name, String kind, Settings settings, CheckSettings common, Applies applies) {
    static final String SECTION = "checks";

    static final Setting<String> CHECK =
            Setting.optional(
                    "check", SettingTypes.TEXT, "Which check it is; when not set, its name says.");
    static final Setting<Duration> TIMEOUT =
            Setting.withDefault(
                    "timeout",
                    SettingTypes.TIMEOUT,
                    CheckSettings.BUILT_IN.timeout(),
                    "How long the look may take.");
    static final Setting<Duration> EVERY =
            Setting.optional(
                    "every",
                    SettingTypes.between(
                            SettingTypes.DURATION,
                            "a duration",
                            Duration.ofSeconds(1),
                            Duration.ofDays(7)),
                    "How long one look is enough, for what costs much to look at; when not set,"
                            + " each run looks.");
    static final Setting<Severity> SEVERITY =
            Setting.optional(
                    "severity",
                    SettingTypes.SEVERITY,
                    "How bad its findings are; when not set, as the check declares.");
    static final Setting<Mode> MODE =
            Setting.optional(
                    "mode",
                    SettingTypes.MODE,
                    "Whether its findings may lead to an action; wins over the policy's, which holds when"
                            + " it is not set.");
    static final Setting<Boolean> REQUIRED =
            Setting.withDefault(
                    "required",
                    SettingTypes.FLAG,
                    true,
                    "Whether the node's health is unknown when this check could not look.");

    /** Those that become {@link CheckSettings}. */
    static final List<Setting<?>> COMMON = List.of(TIMEOUT, EVERY, SEVERITY, MODE, REQUIRED);

    static CheckSettings common(Settings settings) {
        return new CheckSettings(
                settings.get(TIMEOUT),
                settings.find(SEVERITY),
                settings.find(MODE),
                settings.get(REQUIRED),
                settings.find(EVERY));
    }

    CheckConfig inNoModeOfItsOwn() {
        return new CheckConfig(name, kind, settings, common.withoutMode(), applies);
    }

    Settings commonSettings() {
        Map<String, Object> values = new HashMap<>();
        values.put(TIMEOUT.name(), common.timeout());
        common.every().ifPresent(every -> values.put(EVERY.name(), every));
        common.severity().ifPresent(severity -> values.put(SEVERITY.name(), severity));
        common.mode().ifPresent(mode -> values.put(MODE.name(), mode));
        values.put(REQUIRED.name(), common.required());
        return new Settings(values);
    }
}
