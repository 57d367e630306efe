package dev.farrier.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configuration as it holds, as JSON: each value with its origin. */
public final class ConfigJson {
    /** The schema of {@link #of}. */
    public static final String SCHEMA = "farrier-config/1";

    private final HealthConfig config;
    private final Map<String, Integer> lines;

    private ConfigJson(HealthConfig config, Map<String, Integer> lines) {
        this.config = config;
        this.lines = lines;
    }

    /**
     * @param kinds those that the configuration was read with
     * @param lines as {@link ConfigReader#lines} gives them
     */
    public static Map<String, Object> of(
            HealthConfig config, List<Declared> kinds, Map<String, Integer> lines) {
        return new ConfigJson(config, lines).json(kinds);
    }

    private Map<String, Object> json(List<Declared> kinds) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("origin", config.origin());
        Settings top = new Settings(Map.of(HealthConfig.INTERVAL.name(), config.interval()));
        put(json, "", HealthConfig.INTERVAL, top);
        section(json, SchedulerConfig.SECTION, config.scheduler().settings());
        section(json, PolicyConfig.SECTION, config.policy().settings());
        section(json, JournalConfig.SECTION, config.journal().settings());
        Map<String, Object> checks = new LinkedHashMap<>();
        for (CheckConfig check : config.checks()) {
            for (Declared kind : kinds) {
                if (kind.id().equals(check.kind())) {
                    checks.put(check.name(), check(check, kind));
                }
            }
        }
        json.put(CheckConfig.SECTION, checks);
        return json;
    }

    private void section(Map<String, Object> json, Section section, Settings settings) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Setting<?> setting : section.settings()) {
            put(values, section.name() + "/", setting, settings);
        }
        json.put(section.name(), values);
    }

    private Map<String, Object> check(CheckConfig check, Declared kind) {
        String place = CheckConfig.SECTION + "/" + check.name() + "/";
        Map<String, Object> values = new LinkedHashMap<>();
        Settings id = new Settings(Map.of(CheckConfig.CHECK.name(), check.kind()));
        put(values, place, CheckConfig.CHECK, id);
        for (Setting<?> own : kind.settings()) {
            put(values, place, own, check.settings());
        }
        for (Setting<?> common : CheckConfig.COMMON) {
            put(values, place, common, check.commonSettings());
        }
        Setting<List<HostPattern>> hosts = Applies.hosts(List::of);
        Map<String, Object> conditions = new LinkedHashMap<>();
        for (Setting<?> condition : Applies.conditions(hosts)) {
            put(conditions, place + Applies.NAME + "/", condition, check.applies().settings(hosts));
        }
        if (!conditions.isEmpty()) {
            values.put(Applies.NAME, conditions);
        }
        return values;
    }

    private <T> void put(
            Map<String, Object> json, String place, Setting<T> setting, Settings settings) {
        settings.find(setting)
                .ifPresent(
                        value -> {
                            Map<String, Object> entry = new LinkedHashMap<>();
                            entry.put("value", value(setting.type(), value));
                            entry.put("origin", origin(place + setting.name()));
                            json.put(setting.name(), entry);
                        });
    }

    private static <T> Object value(SettingType<T> type, T value) {
        List<String> texts = type.entries(value);
        if (type.isMap()) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < texts.size(); i += 2) {
                map.put(texts.get(i), texts.get(i + 1));
            }
            return map;
        }
        return type.isList() ? texts : texts.get(0);
    }

    /** {@code default}, {@code name} for a check that its name says, or file and line. */
    private String origin(String place) {
        Integer line = lines.get(place);
        if (line != null) {
            return config.origin() + ":" + line;
        }
        return place.endsWith("/" + CheckConfig.CHECK.name()) ? "name" : "default";
    }
}
