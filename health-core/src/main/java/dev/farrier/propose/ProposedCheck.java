package dev.farrier.propose;

import dev.farrier.config.ConfigText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One instance of a check as it is to be written.
 *
 * @param hosts host list of the nodes that it is for; empty for all
 * @param settings texts as the configuration spells them, by key
 */
record ProposedCheck(String name, String kind, Map<String, List<String>> settings, String hosts) {
    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("check", kind);
        json.put("settings", settings);
        if (!hosts.isEmpty()) {
            json.put("hosts", hosts);
        }
        return json;
    }

    /** A line of the section {@code checks}. */
    String toYaml() {
        StringBuilder keys = new StringBuilder();
        if (!name.equals(kind)) {
            add(keys, "check", ConfigText.quoted(kind));
        }
        settings.forEach((key, texts) -> add(keys, key, ConfigText.value(texts)));
        if (!hosts.isEmpty()) {
            add(keys, "for", "{hosts: " + ConfigText.quoted(hosts) + "}");
        }
        return "  " + ConfigText.quoted(name) + ": {" + keys + "}\n";
    }

    private static void add(StringBuilder keys, String key, String value) {
        keys.append(keys.isEmpty() ? "" : ", ").append(key).append(": ").append(value);
    }
}
