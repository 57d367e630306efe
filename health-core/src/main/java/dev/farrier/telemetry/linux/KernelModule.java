package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.Map;
import java.util.Optional;

/**
 * A module of the kernel, built in or loaded.
 *
 * @param state {@code live} also for one that is built in; {@code absent}, or {@code coming} and
 *     {@code going} for moments
 * @param version as its authors number it; most modules have none
 * @param parameters those that were asked for and that it has
 */
public record KernelModule(
        String name, String state, Optional<String> version, Map<String, String> parameters)
        implements Observation {
    static final String ABSENT = "absent";

    public KernelModule {
        parameters = Map.copyOf(parameters);
    }

    public boolean isLoaded() {
        return !state.equals(ABSENT);
    }
}
