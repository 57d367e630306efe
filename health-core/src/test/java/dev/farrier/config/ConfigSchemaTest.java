package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigSchemaTest {
    private final Map<String, Object> schema =
            Json.object(Json.write(ConfigSchema.of(Kinds.ALL))); // what a reader of it sees

    private @Nullable Object at(String... path) {
        Object node = schema;
        for (String key : path) {
            node = node instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return node;
    }

    @SuppressWarnings("unchecked") // keys of JSON are texts
    private Map<String, Object> mapAt(String... path) {
        return (Map<String, Object>) Objects.requireNonNull(at(path));
    }

    @Test
    void knowsEverySectionAndRefusesOtherKeys() {
        assertThat(mapAt("properties"))
                .containsOnlyKeys(
                        "version", "interval", "scheduler", "policy", "journal", "checks");
        assertThat(at("additionalProperties")).isEqualTo(false);
        assertThat(at("properties", "policy", "additionalProperties")).isEqualTo(false);
    }

    @Test
    void knowsTheWordsAndTheDefaultOfASetting() {
        assertThat(at("properties", "policy", "properties", "mode", "enum"))
                .isEqualTo(List.of("act", "observe"));
        assertThat(at("properties", "policy", "properties", "mode", "default"))
                .isEqualTo("observe");
    }

    @Test
    void knowsEachCheckByItsNameAndByWhatItSays() {
        assertThat(mapAt("properties", "checks", "properties"))
                .containsOnlyKeys("memory.size", "mount", "gpu.count", "fan", "clock");
        assertThat(at("$defs", "mount", "required")).isEqualTo(List.of("path"));
        assertThat(mapAt("$defs", "mount", "properties"))
                .containsKeys("check", "path", "fsType", "every", "mode", "for");
        assertThat(mapAt("$defs", "mount", "properties", "for", "properties"))
                .containsOnlyKeys("hosts", "partition", "feature", "gres");
    }
}
