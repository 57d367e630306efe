package dev.farrier.check;

import java.util.List;

/**
 * A site's own checks, in a jar in the folder of plug-ins. The jar names its class in {@code
 * META-INF/services/dev.farrier.check.SiteChecks}.
 */
public interface SiteChecks {
    /** Their ids must differ from ours: {@code mysite.cooling}. */
    List<CheckKind> kinds();
}
