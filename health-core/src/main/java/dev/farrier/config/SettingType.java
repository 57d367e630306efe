package dev.farrier.config;

import java.util.List;

/**
 * How the text of a setting becomes a value.
 *
 * @param <T> the value's type
 */
public interface SettingType<T> {
    /**
     * What a right value looks like, for messages and documentation: {@code a duration such as 90s
     * or 5m}.
     */
    String expects();

    /**
     * @param values the scalar, or the entries where the file has a list
     * @throws IllegalArgumentException when this is no such value; the message says what is wrong
     */
    T parse(List<String> values);

    /** The value as the file would spell it, for messages and documentation. */
    String show(T value);

    /** All words that it can be, where there are but a few; empty else. */
    default List<String> words() {
        return List.of();
    }

    /** Whether the file may have a list here; one scalar then stands for a list of one. */
    default boolean isList() {
        return false;
    }

    /**
     * Whether the file has a map of texts here; {@link #parse} then gets key, value, key, value.
     */
    default boolean isMap() {
        return false;
    }

    /**
     * The value as {@link #parse} takes it back; a list's or map's override gives one text an
     * entry.
     */
    default List<String> entries(T value) {
        return List.of(show(value));
    }
}
