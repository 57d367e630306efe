package dev.farrier.check;

import dev.farrier.config.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A check as it would be configured for a node that is as it is now.
 *
 * @param name of the instance
 * @param settings texts as the configuration spells them, by key; those that are not the default
 * @param warnings what looks ill about the node, one line each
 */
public record Proposal(String name, Map<String, List<String>> settings, List<String> warnings) {
    public Proposal {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        warnings = List.copyOf(warnings);
    }

    public static Proposal named(String name) {
        return new Proposal(name, Map.of(), List.of());
    }

    /** With one more setting; a default is not written down. */
    public <T> Proposal with(Setting<T> setting, T value) {
        if (value.equals(setting.fallback())) {
            return this;
        }
        Map<String, List<String>> more = new LinkedHashMap<>(settings);
        more.put(setting.name(), setting.type().entries(value));
        return new Proposal(name, more, warnings);
    }

    public Proposal warning(String warning) {
        List<String> more = new ArrayList<>(warnings);
        more.add(warning);
        return new Proposal(name, settings, more);
    }
}
