package dev.farrier.config;

import java.util.List;

/**
 * A kind of check as the configuration knows it.
 *
 * @param id its word in the file
 * @param summary one sentence for the reference documentation
 * @param fit whether the values of its settings fit together
 */
public record Declared(String id, String summary, List<Setting<?>> settings, Fit fit) {
    /** A kind whose settings do not depend on each other. */
    public Declared(String id, String summary, List<Setting<?>> settings) {
        this(id, summary, settings, values -> {});
    }

    /** Judges settings that are each right by themselves. */
    public interface Fit {
        /**
         * @throws IllegalArgumentException when they do not fit together; a message that begins
         *     with the name of a setting is reported at its place
         */
        void require(Settings values);
    }

    public Declared {
        settings = List.copyOf(settings);
    }
}
