package dev.farrier.cli;

import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Fault;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.Setting;
import dev.farrier.config.Settings;
import dev.farrier.verdict.Verdict;
import dev.farrier.verdict.VerdictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a check looks at, what it can find, how it is set, and what it said just now.
 *
 * @param instances those that run on this node
 * @param configured those of them that the configuration names, by name
 * @param verdict of the instances alone
 */
record CheckStory(
        CheckKind kind,
        List<CheckInstance<?>> instances,
        Map<String, CheckConfig> configured,
        Verdict verdict) {
    static final String SCHEMA = "farrier-check/1";

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(kind.id()).append(": ").append(kind.summary()).append("\n\n");
        Table faults =
                new Table("WHAT IT CAN FIND", "SEVERITY", "REMEDY", "LATCHED", "FATAL AFTER");
        for (Fault fault : kind.faults()) {
            faults.add(
                    fault.code(),
                    fault.severity().word(),
                    fault.remedy().word(),
                    fault.latched() ? "yes" : "no",
                    confirmation(fault).orElse("-"));
        }
        text.append(faults);
        if (instances.isEmpty()) {
            text.append("\nIt is not configured on this node.\n");
            settings(text, Settings.EMPTY);
            return text.toString();
        }
        for (CheckInstance<?> instance : instances) {
            text.append('\n').append(TerminalText.oneLine(instance.name()));
            text.append(" looks at ").append(TerminalText.oneLine(instance.source().origin()));
            text.append('\n');
            settings(text, settingsOf(instance));
        }
        return text.append("\nJust now:\n\n").append(VerdictText.of(verdict, true)).toString();
    }

    private Settings settingsOf(CheckInstance<?> instance) {
        CheckConfig config = configured.get(instance.name());
        return config == null ? Settings.EMPTY : config.settings();
    }

    private void settings(StringBuilder text, Settings settings) {
        if (kind.settings().isEmpty()) {
            return;
        }
        Table table = new Table("SETTING", "VALUE", "MEANING");
        for (Setting<?> setting : kind.settings()) {
            table.add(setting.name(), value(setting, settings).orElse("-"), setting.doc());
        }
        text.append(table.toString().indent(2));
    }

    private static <T> Optional<String> value(Setting<T> setting, Settings settings) {
        return settings.find(setting).map(value -> setting.type().show(value));
    }

    private static Optional<String> confirmation(Fault fault) {
        return fault.confirmation()
                .map(seen -> seen.looks() + " looks over " + seen.span().toSeconds() + " s");
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("check", kind.id());
        json.put("summary", kind.summary());
        List<Object> faults = new ArrayList<>();
        for (Fault fault : kind.faults()) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("code", fault.code());
            told.put("severity", fault.severity().word());
            told.put("remedy", fault.remedy().word());
            told.put("latched", fault.latched());
            told.put("fatalAfter", confirmation(fault).orElse(null));
            faults.add(told);
        }
        json.put("faults", faults);
        List<Object> settings = new ArrayList<>();
        for (Setting<?> setting : kind.settings()) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("name", setting.name());
            told.put("expects", setting.type().expects());
            told.put("default", value(setting, Settings.EMPTY).orElse(null));
            told.put("required", setting.required());
            told.put("meaning", setting.doc());
            settings.add(told);
        }
        json.put("settings", settings);
        List<Object> running = new ArrayList<>();
        List<?> outcomes = (List<?>) VerdictJson.of(verdict).getOrDefault("checks", List.of());
        for (int i = 0; i < instances.size(); i++) {
            CheckInstance<?> instance = instances.get(i);
            Map<String, Object> values = new LinkedHashMap<>();
            for (Setting<?> setting : kind.settings()) {
                values.put(setting.name(), value(setting, settingsOf(instance)).orElse(null));
            }
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("name", instance.name());
            told.put("source", instance.source().origin());
            told.put("settings", values);
            told.put("outcome", outcomes.get(i));
            running.add(told);
        }
        json.put("instances", running);
        return json;
    }
}
