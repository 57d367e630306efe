package dev.farrier.config;

import dev.farrier.Severity;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings that every check has.
 *
 * @param timeout for the look at its source
 * @param severity instead of the severities that its faults declare
 * @param mode instead of the policy's
 * @param required whether the node is UNKNOWN when this check could not look
 * @param every how long one look is enough; empty: each run looks
 */
public record CheckSettings(
        Duration timeout,
        Optional<Severity> severity,
        Optional<Mode> mode,
        boolean required,
        Optional<Duration> every) {
    /** For a check that nobody configured: its blindness says nothing about the node. */
    public static final CheckSettings BUILT_IN =
            new CheckSettings(Duration.ofSeconds(10), Optional.empty(), Optional.empty(), false);

    /** With a look in each run. */
    public CheckSettings(
            Duration timeout, Optional<Severity> severity, Optional<Mode> mode, boolean required) {
        this(timeout, severity, mode, required, Optional.empty());
    }

    CheckSettings withoutMode() {
        return new CheckSettings(timeout, severity, Optional.empty(), required, every);
    }

    /** For what may not lead to an action yet. */
    public CheckSettings onlyObserving() {
        return new CheckSettings(timeout, severity, Optional.of(Mode.OBSERVE), required, every);
    }
}
