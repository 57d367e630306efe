package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.check.Finding;
import java.util.ArrayList;
import java.util.List;

/** The verdict on a part by what was found of it. */
final class Verdicts {
    static final String HEALTHY = "healthy";
    static final String DEGRADED = "degraded";
    static final String UNHEALTHY = "unhealthy";
    static final String UNKNOWN = "unknown";
    static final String IGNORED = "ignored";

    private Verdicts() {}

    static String of(List<Finding> findings) {
        Severity worst = null;
        for (Finding finding : findings) {
            if (worst == null || finding.severity().compareTo(worst) > 0) {
                worst = finding.severity();
            }
        }
        return worst == null ? HEALTHY : worst == Severity.FATAL ? UNHEALTHY : DEGRADED;
    }

    static List<String> values(List<Finding> findings) {
        List<String> values = new ArrayList<>();
        for (Finding finding : findings) {
            values.add(finding.value());
        }
        return values;
    }

    /** {@code name: verdict: finding; finding} */
    static String line(String name, String verdict, List<String> words) {
        return name + ": " + verdict + (words.isEmpty() ? "" : ": " + String.join("; ", words));
    }
}
