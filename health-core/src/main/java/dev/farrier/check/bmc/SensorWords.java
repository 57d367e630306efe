package dev.farrier.check.bmc;

import dev.farrier.Severity;
import java.util.Locale;
import java.util.Optional;

/**
 * How bad a state of a discrete sensor is, by the words of the IPMI specification 2.0, tables 42-2
 * and 42-3. That a tool prints {@code ok} beside them says only that the sensor could be read.
 */
final class SensorWords {
    private SensorWords() {}

    /** Empty for a state that is no fault, and for one that is not known. */
    static Optional<Severity> severity(String state) {
        String word = state.toLowerCase(Locale.ROOT);
        if (isOneOf(
                word,
                "redundancy lost",
                "redundancy degraded",
                "non-redundant",
                "power supply ac lost",
                "ac lost",
                "ac out-of-range",
                "power supply input",
                "power supply inactive",
                "predictive failure",
                "correctable ecc logging limit",
                "throttled",
                "performance lags",
                "in critical array",
                "rebuild in progress",
                "limit exceeded",
                "transition to non-critical",
                "low")) {
            // What FreeIPMI and ipmitool call a prediction that did not come.
            return word.endsWith("deasserted") ? Optional.empty() : Optional.of(Severity.WARNING);
        }
        boolean bad =
                isOneOf(
                        word,
                        "failure detected",
                        "power supply failure",
                        "config error",
                        "configuration error",
                        "memory device disabled",
                        "uncorrectable ecc",
                        "uncorrectable memory error",
                        "parity",
                        "memory scrub failed",
                        "critical overtemperature",
                        "ierr",
                        "thermal trip",
                        "frb1",
                        "frb2",
                        "frb3",
                        "uncorrectable machine check",
                        "sm bios uncorrectable",
                        "drive fault",
                        "in failed array",
                        "soft-power control failure",
                        "transition to critical",
                        "transition to non-recoverable",
                        "failed",
                        "bus fatal error",
                        "pci serr",
                        "pci perr",
                        "fatal nmi");
        return bad ? Optional.of(Severity.DEGRADED) : Optional.empty();
    }

    private static boolean isOneOf(String word, String... beginnings) {
        for (String beginning : beginnings) {
            if (word.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
