package dev.farrier.config;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a check or section, as it is declared: the schema, the validation and the
 * reference documentation all come from it.
 *
 * @param name its key, lowerCamelCase
 * @param fallback what holds where the file does not say; null when there is none
 * @param required the file must say
 * @param doc one sentence for the reference documentation
 * @param formerly names that it had in earlier versions, and may still have in a file
 */
public record Setting<T>(
        String name,
        SettingType<T> type,
        @Nullable T fallback,
        boolean required,
        String doc,
        List<String> formerly) {
    public Setting {
        formerly = List.copyOf(formerly);
    }

    /** The same, which was called something else before; {@code config migrate} renames it. */
    public Setting<T> formerly(String... names) {
        return new Setting<>(name, type, fallback, required, doc, List.of(names));
    }

    /** A setting that the file must give. */
    public static <T> Setting<T> required(String name, SettingType<T> type, String doc) {
        return new Setting<>(name, type, null, true, doc, List.of());
    }

    /** A setting with a value of its own when the file does not say. */
    public static <T> Setting<T> withDefault(
            String name, SettingType<T> type, T fallback, String doc) {
        return new Setting<>(name, type, fallback, false, doc, List.of());
    }

    /** A setting that may be left out, with nothing in its place. */
    public static <T> Setting<T> optional(String name, SettingType<T> type, String doc) {
        return new Setting<>(name, type, null, false, doc, List.of());
    }

    /** The value as the file would have it, one text an entry; empty when it is not set. */
    public List<String> texts(Settings settings) {
        return settings.find(this).map(type::entries).orElse(List.of());
    }

    public Optional<T> defaultValue() {
        return Optional.ofNullable(fallback);
    }
}
