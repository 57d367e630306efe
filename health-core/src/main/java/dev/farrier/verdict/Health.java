package dev.farrier.verdict;

import java.util.Locale;

/** The health of a node, best first: a worse one hides a better one. */
public enum Health {
    HEALTHY,
    /**
     * Nothing wrong was seen, but a required check could not look, or none could. Neither drains
     * nor resumes.
     */
    UNKNOWN,
    /** Works, but not as it should; stays in service. */
    DEGRADED,
    /** Must leave service. */
    UNHEALTHY;

    /** The word for it in JSON and in text. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
