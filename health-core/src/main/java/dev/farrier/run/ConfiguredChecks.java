package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Sources;
import dev.farrier.config.CheckConfig;
import dev.farrier.config.ConfigException;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.Problem;
import dev.farrier.config.Setting;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checks that run on a node: those of the configuration, or the built-in profile where it names
 * none.
 */
public final class ConfiguredChecks {
    private ConfiguredChecks() {}

    /**
     * @param profile of the node; empty while it is not known, and a check that hangs on it is then
     *     there and cannot look
     * @throws ConfigException when values of a check do not fit together; names every such check
     */
    public static List<CheckInstance<?>> of(
            HealthConfig config,
            KnownChecks known,
            Sources sources,
            NodeName node,
            Optional<NodeProfile> profile) {
        if (config.checks().isEmpty()) {
            return BuiltinChecks.builtinProfile(sources);
        }
        List<CheckInstance<?>> instances = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (CheckConfig check : config.checks()) {
            try {
                CheckKind kind = kind(check, known);
                CheckKind.Made<?> made = kind.maker().make(check.settings(), sources);
                int fingerprint = fingerprint(check, kind);
                switch (check.applies().to(node, profile)) {
                    case YES -> instances.add(named(check, made, fingerprint));
                    case UNKNOWN -> instances.add(named(check, unread(made), fingerprint));
                    case NO -> {}
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

    private static CheckKind kind(CheckConfig check, KnownChecks known) {
        return known.kind(check.kind())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no check '" + check.kind() + "'"));
    }

    private static <T extends Observation> CheckKind.Made<T> unread(CheckKind.Made<T> made) {
        return new CheckKind.Made<>(made.check(), new Unread<>());
    }

    /** In place of a source of which it is not known whether this node is to read it. */
    private static final class Unread<T extends Observation> implements TelemetrySource<T> {
        @Override
        public String origin() {
            return "nothing";
        }

        @Override
        public Reading<T> read(Deadline deadline) {
            return new Reading.Failed<>(
                    "the scheduler has not said yet whether this check is for this node");
        }
    }

    private static <T extends Observation> CheckInstance<T> named(
            CheckConfig check, CheckKind.Made<T> made, int fingerprint) {
        return new CheckInstance<>(
                check.name(), made.check(), made.source(), check.common(), fingerprint);
    }

    /** Only of checks whose last outcome stands for a while: it costs a little. */
    private static int fingerprint(CheckConfig check, CheckKind kind) {
        int fingerprint = check.kind().hashCode();
        if (check.common().every().isPresent()) {
            for (Setting<?> setting : kind.settings()) {
                fingerprint = 31 * fingerprint + setting.texts(check.settings()).hashCode();
            }
        }
        return fingerprint;
    }
}
