package dev.farrier.config;

import java.util.List;

/**
 * A kind of check as the configuration knows it.
 *
 * @param id its word in the file
 * @param summary one sentence for the reference documentation
 */
public record Declared(String id, String summary, List<Setting<?>> settings) {
    public Declared {
        settings = List.copyOf(settings);
    }
}
