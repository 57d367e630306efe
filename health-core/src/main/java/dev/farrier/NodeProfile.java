package dev.farrier;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a scheduler's configuration says about a node: the groups that it is in, and the hardware
 * that jobs are promised there.
 *
 * @param features the ones that hold now, where a node can change them
 * @param memoryBytes empty when it is not told, and {@code cpus} likewise
 */
public record NodeProfile(
        List<String> partitions,
        List<String> features,
        List<Gres> gres,
        OptionalLong memoryBytes,
        OptionalInt cpus) {
    public NodeProfile {
        partitions = List.copyOf(partitions);
        features = List.copyOf(features);
        gres = List.copyOf(gres);
    }

    /**
     * A generic resource.
     *
     * @param type {@code h100}; empty when the scheduler names none
     */
    public record Gres(String name, String type, long count) {
        /** Whether it is what a person calls {@code gpu}, or {@code gpu:h100}. */
        public boolean is(String word) {
            return word.equals(name) || word.equals(name + ":" + type);
        }
    }

    /** How many of a generic resource there are, whatever their type. */
    public long countOf(String name) {
        long count = 0;
        for (Gres resource : gres) {
            count += resource.name().equals(name) ? resource.count() : 0;
        }
        return count;
    }
}
