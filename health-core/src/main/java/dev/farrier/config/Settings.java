package dev.farrier.config;

import java.util.Map;
import java.util.Optional;

/** The validated settings of one section or check instance. */
public record Settings(Map<String, Object> values) {
    public static final Settings EMPTY = new Settings(Map.of());

    public Settings {
        values = Map.copyOf(values);
    }

    /** The value from the file, else the setting's default. */
    @SuppressWarnings(
            "unchecked") // whoever fills the map parses each value with the type of its setting
    public <T> Optional<T> find(Setting<T> setting) {
        Object value = values.get(setting.name());
        return value == null ? setting.defaultValue() : Optional.of((T) value);
    }

    /** The value of a setting that is required or has a default. */
    public <T> T get(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new IllegalStateException("no value for " + setting.name()));
    }
}
