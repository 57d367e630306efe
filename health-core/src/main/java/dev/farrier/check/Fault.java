package dev.farrier.check;

import dev.farrier.Severity;
import java.time.Duration;
import java.util.Optional;

/**
 * A kind of thing that can be wrong, declared beside the check that finds it.
 *
 * @param code dotted, lower case, stable over versions: {@code gpu.row-remap.failed}
 * @param severity before the site's own setting
 * @param latched cannot go away in this boot without a reset or a repair, so one look is enough
 * @param confirmation present: FATAL only once this has been seen; until then {@code severity}
 *     holds
 */
public record Fault(
        String code,
        Severity severity,
        Remedy remedy,
        boolean latched,
        Optional<Confirmation> confirmation) {

    /**
     * How much must be seen of a fault before it counts as FATAL: looks, and the time that they
     * span.
     */
    public record Confirmation(int looks, Duration span) {}

    public static Fault of(String code, Severity severity, Remedy remedy) {
        return new Fault(code, severity, remedy, false, Optional.empty());
    }

    public Fault asLatched() {
        return new Fault(code, severity, remedy, true, confirmation);
    }

    public Fault fatalAfter(int looks, Duration span) {
        return new Fault(
                code, severity, remedy, latched, Optional.of(new Confirmation(looks, span)));
    }
}
