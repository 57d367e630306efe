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
     * @throws ConfigException when values of a check do not fit together; names every such check
     */
    public static List<CheckInstance<?>> of(HealthConfig config, Sources sources, NodeName node) {
        if (config.checks().isEmpty()) {
            return BuiltinChecks.builtinProfile(sources);
        }
        List<CheckInstance<?>> instances = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (CheckConfig check : config.checks()) {
            try {
                CheckInstance<?> instance =
                        named(check, kind(check).maker().make(check.settings(), sources));
                if (check.applies().to(node)) {
                    instances.add(instance);
                }
            } catch (IllegalArgumentException e) {
                String what = "check '" + check.name() + "': " + e.getMessage();
                problems.add(new Problem(config.origin(), 0, 0, what, ""));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return instances;
    }

    private static CheckKind kind(CheckConfig check) {
        for (CheckKind kind : BuiltinChecks.kinds()) {
            if (kind.id().equals(check.kind())) {
                return kind;
            }
        }
        throw new IllegalArgumentException("there is no check '" + check.kind() + "'");
    }

    private static <T extends Observation> CheckInstance<T> named(
            CheckConfig check, CheckKind.Made<T> made) {
        return new CheckInstance<>(check.name(), made.check(), made.source(), check.common());
    }
}
