package dev.farrier.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one map of the file against what is declared for it: first each key is taken by whoever
 * knows it, then what is left over is refused.
 */
final class MapReader {
    private final Position at;
    private final String name;
    private final Problems problems;
    private final Map<String, YamlNode.Entry> left = new LinkedHashMap<>();
    private final List<String> known = new ArrayList<>();

    private MapReader(Position at, String name, Problems problems) {
        this.at = at;
        this.name = name;
        this.problems = problems;
    }

    /**
     * @param at where missing keys are reported
     * @param name for messages; empty for the file itself
     * @param node a map, or no value for an empty one; all else is reported and read as empty
     * @param example a line that would be right
     */
    static MapReader of(
            Position at, String name, YamlNode node, String example, Problems problems) {
        MapReader reader = new MapReader(at, name, problems);
        if (node instanceof YamlNode.Mapping mapping) {
            for (YamlNode.Entry entry : mapping.entries()) {
                reader.left.put(entry.key().text(), entry);
            }
        } else if (!(node instanceof YamlNode.Refused) && !isNull(node)) {
            String subject = name.isEmpty() ? "the file" : "'" + name + "'";
            problems.add(
                    name.isEmpty() ? node.at() : at,
                    subject + " is " + node.described() + ", not keys with values",
                    "write it like " + example);
        }
        return reader;
    }

    /** All that the map can have, defaults filled in; what is missing or wrong is reported. */
    Settings take(List<Setting<?>> settings) {
        Map<String, Object> values = new HashMap<>();
        for (Setting<?> setting : settings) {
            known.add(setting.name());
            YamlNode.Entry entry = remove(setting);
            Optional<?> value = entry == null ? absent(setting) : parse(setting, entry);
            value.ifPresent(present -> values.put(setting.name(), present));
        }
        return new Settings(values);
    }

    /** Under its name, or one that it had before; null when it is not given. */
    private YamlNode.@Nullable Entry remove(Setting<?> setting) {
        YamlNode.Entry found = left.remove(setting.name());
        for (String former : setting.formerly()) {
            YamlNode.Entry old = left.remove(former);
            if (old != null && found != null) {
                problems.add(
                        old.key().at(),
                        "'" + former + "' is now '" + setting.name() + "', which is given too",
                        "leave it out");
            } else if (old != null) {
                problems.renamed(old.key().at(), former, setting.name());
                found = old;
            }
        }
        return found;
    }

    /** The entry that the caller reads itself. */
    Optional<YamlNode.Entry> take(String key) {
        known.add(key);
        return Optional.ofNullable(left.remove(key));
    }

    /** All that is left, for a map whose keys are names. */
    List<YamlNode.Entry> takeAll() {
        List<YamlNode.Entry> all = List.copyOf(left.values());
        left.clear();
        return all;
    }

    /** Reports each key that nobody took. */
    void refuseOthers() {
        for (YamlNode.Entry entry : left.values()) {
            String key = entry.key().text();
            problems.add(
                    entry.key().at(),
                    "unknown key '" + key + "'",
                    NearestWord.to(key, known)
                            .map(near -> "did you mean '" + near + "'?")
                            .orElse("known here: " + String.join(", ", known)));
        }
        left.clear();
    }

    private <T> Optional<T> absent(Setting<T> setting) {
        if (setting.required()) {
            problems.add(
                    at,
                    "'" + name + "' has no '" + setting.name() + "'",
                    "it needs " + setting.type().expects());
        }
        return setting.defaultValue();
    }

    private <T> Optional<T> parse(Setting<T> setting, YamlNode.Entry entry) {
        SettingType<T> type = setting.type();
        String expected = "expected " + type.expects();
        YamlNode value = entry.value();
        String key = "'" + setting.name() + "'";
        if (value instanceof YamlNode.Refused) {
            return Optional.empty();
        }
        if (isNull(value)) {
            problems.add(entry.key().at(), key + " has no value", expected);
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        if (value instanceof YamlNode.Scalar scalar) {
            texts.add(scalar.text());
        } else if (value instanceof YamlNode.Sequence sequence && type.isList()) {
            if (!addTexts(sequence, key, texts, expected)) {
                return Optional.empty();
            }
        } else if (value instanceof YamlNode.Mapping mapping && type.isMap()) {
            if (!addPairs(mapping, setting, texts, expected)) {
                return Optional.empty();
            }
        } else {
            problems.add(value.at(), key + " is " + value.described(), expected);
            return Optional.empty();
        }
        try {
            return Optional.of(type.parse(texts));
        } catch (IllegalArgumentException e) {
            problems.add(value.at(), setting.name() + ": " + e.getMessage(), expected);
            return Optional.empty();
        }
    }

    private boolean addTexts(
            YamlNode.Sequence sequence, String key, List<String> texts, String expected) {
        int before = problems.count();
        for (YamlNode entry : sequence.entries()) {
            if (entry instanceof YamlNode.Scalar scalar && !scalar.isNull()) {
                texts.add(scalar.text());
            } else if (!(entry instanceof YamlNode.Refused)) {
                problems.add(
                        entry.at(), "an entry of " + key + " is " + entry.described(), expected);
            }
        }
        return problems.count() == before;
    }

    /** Tries each pair by itself too, so that what is wrong with it is reported at its place. */
    private boolean addPairs(
            YamlNode.Mapping mapping, Setting<?> setting, List<String> texts, String expected) {
        int before = problems.count();
        for (YamlNode.Entry entry : mapping.entries()) {
            String key = entry.key().text();
            if (entry.value() instanceof YamlNode.Scalar scalar && !scalar.isNull()) {
                texts.add(key);
                texts.add(scalar.text());
                try {
                    setting.type().parse(List.of(key, scalar.text()));
                } catch (IllegalArgumentException e) {
                    problems.add(scalar.at(), setting.name() + ": " + e.getMessage(), expected);
                }
            } else if (!(entry.value() instanceof YamlNode.Refused)) {
                problems.add(
                        isNull(entry.value()) ? entry.key().at() : entry.value().at(),
                        "'" + key + "' in '" + setting.name() + "' is " + entry.value().described(),
                        expected);
            }
        }
        return problems.count() == before;
    }

    private static boolean isNull(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalar.isNull();
    }
}
