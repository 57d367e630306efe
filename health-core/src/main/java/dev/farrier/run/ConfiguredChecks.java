package dev.farrier.run;

import dev.farrier.NodeName;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Sources;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.ConfigException;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.Problem;
import dev.farrier.telemetry.Observation;
import java.util.ArrayList;
import java.util.List;

/**
 * The checks that run on a node: those of the configuration, or the built-in profile where it names
 * none.
 */
public final class ConfiguredChecks {
    private ConfiguredChecks() {}

    /**
     * @throws ConfigException when values of one check do not fit together
     */
    public static List<CheckInstance<?>> of(HealthConfig config, Sources sources, NodeName node) {
        if (config.checks().isEmpty()) {
            return BuiltinChecks.builtinProfile(sources);
        }
        List<CheckInstance<?>> instances = new ArrayList<>();
        for (CheckConfig check : config.checks()) {
            if (check.applies().to(node)) {
                instances.add(instance(config, check, sources));
            }
        }
        return instances;
    }

    private static CheckInstance<?> instance(
            HealthConfig config, CheckConfig check, Sources sources) {
        for (CheckKind kind : BuiltinChecks.kinds()) {
            if (kind.id().equals(check.kind())) {
                try {
                    return named(check, kind.maker().make(check.settings(), sources));
                } catch (IllegalArgumentException e) {
                    String what = "check '" + check.name() + "': " + e.getMessage();
                    throw new ConfigException(
                            List.of(new Problem(config.origin(), 0, 0, what, "")), e);
                }
            }
        }
        throw new IllegalStateException("no such check: " + check.kind());
    }

    private static <T extends Observation> CheckInstance<T> named(
            CheckConfig check, CheckKind.Made<T> made) {
        return new CheckInstance<>(check.name(), made.check(), made.source(), check.common());
    }
}
