package dev.farrier.check.bmc;

import dev.farrier.telemetry.bmc.RedfishParts.Part;

/** How a part does that Redfish shows, by the words of DMTF's {@code Status}. */
public enum PartHealth {
    HEALTHY("healthy"),
    DEGRADED("degraded"),
    UNHEALTHY("unhealthy"),
    UNKNOWN("unknown"),
    /** The slot is empty. */
    ABSENT("absent"),
    /** Switched off by somebody: not ours to judge. */
    IGNORED("ignored");

    private final String word;

    PartHealth(String word) {
        this.word = word;
    }

    /** The word for it in JSON. */
    public String word() {
        return word;
    }

    /** Worst first: unhealthy, degraded, unknown, healthy; what is not judged last. */
    public static PartHealth worse(PartHealth one, PartHealth other) {
        for (PartHealth health : new PartHealth[] {UNHEALTHY, DEGRADED, UNKNOWN, HEALTHY}) {
            if (one == health || other == health) {
                return health;
            }
        }
        return one;
    }

    /**
     * Of a part of a host that is on. A health that is missing, null or empty is no fault; a value
     * beyond the part's own critical threshold is one, whatever the health says.
     */
    public static PartHealth of(Part part) {
        PartHealth byState = ofState(part);
        if (byState != HEALTHY) {
            return byState == DEGRADED && ofHealth(part) == UNHEALTHY ? UNHEALTHY : byState;
        }
        PartHealth byReading = ofReading(part);
        PartHealth byHealth = ofHealth(part);
        if (byReading == UNHEALTHY || byHealth == UNHEALTHY) {
            return UNHEALTHY;
        }
        if (byReading == DEGRADED || byHealth == DEGRADED) {
            return DEGRADED;
        }
        if (part.measures() && part.reading().isEmpty()) {
            return UNKNOWN;
        }
        boolean silent = part.health().isEmpty() && !part.healthWithheld();
        boolean stands = part.state().isPresent() && silent;
        return byHealth == HEALTHY || byReading == HEALTHY || stands ? HEALTHY : UNKNOWN;
    }

    /** HEALTHY: the state says nothing against it. */
    private static PartHealth ofState(Part part) {
        return switch (part.state().orElse("")) {
            case "", "Enabled", "StandbySpare", "StandbyOffline", "Qualified" -> HEALTHY;
            case "Absent" -> ABSENT;
            case "Disabled" -> IGNORED;
            case "UnavailableOffline", "Degraded" -> DEGRADED;
            default -> UNKNOWN; // InTest, Starting, Updating, Quiesced, Deferring: ask again
        };
    }

    private static PartHealth ofHealth(Part part) {
        return switch (part.health().orElse("")) {
            case "OK" -> HEALTHY;
            case "Warning" -> DEGRADED;
            case "Critical" -> UNHEALTHY;
            default -> UNKNOWN;
        };
    }

    private static PartHealth ofReading(Part part) {
        boolean judged = part.upperCritical().isPresent() || part.lowerCritical().isPresent();
        if (part.reading().isEmpty() || !judged) {
            return UNKNOWN;
        }
        double reading = part.reading().get();
        if (part.upperCritical().filter(limit -> reading >= limit).isPresent()
                || part.lowerCritical().filter(limit -> reading <= limit).isPresent()) {
            return UNHEALTHY;
        }
        return part.upperWarning().filter(limit -> reading >= limit).isPresent()
                ? DEGRADED
                : HEALTHY;
    }
}
