package dev.farrier.config;

import java.util.List;

/**
 * A part of the file with keys of its own.
 *
 * @param name its key
 * @param doc one sentence for the reference documentation
 */
record Section(String name, String doc, List<Setting<?>> settings) {
    Section {
        settings = List.copyOf(settings);
    }
}
