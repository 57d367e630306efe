package dev.farrier.check;

import dev.farrier.config.Declared;
import dev.farrier.config.Setting;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A check as it can be configured: the keys that it takes, and how it is made from their values.
 * The schema, the validation and the reference documentation come from this.
 *
 * @param id the check's id, which is also its word in the configuration
 * @param summary one sentence for the reference documentation
 * @param proposer what {@code farrier init} writes for a node
 */
public record CheckKind(
        String id,
        String summary,
        List<Setting<?>> settings,
        List<Fault> faults,
        Maker maker,
        Proposer proposer) {

    /** One that no node speaks for by itself. */
    public CheckKind(
            String id, String summary, List<Setting<?>> settings, List<Fault> faults, Maker maker) {
        this(id, summary, settings, faults, maker, Proposer.NONE);
    }

    /** The same with a proposer. */
    public CheckKind proposing(Proposer other) {
        return new CheckKind(id, summary, settings, faults, maker, other);
    }

    /** The same, proposed without a setting for each node where its source sees something. */
    public CheckKind proposedWhereSeen() {
        return proposing(
                node -> {
                    Made<?> made = maker.make(Settings.EMPTY, node.sources());
                    return node.see(made.source()).isPresent()
                            ? List.of(Proposal.named(id))
                            : List.of();
                });
    }

    public CheckKind {
        settings = List.copyOf(settings);
        faults = List.copyOf(faults);
    }

    /** As the configuration knows it: values fit together when a check can be made of them. */
    public Declared declared() {
        return new Declared(
                id, summary, settings, values -> maker.make(values, new Sources(NOWHERE)));
    }

    /** To make a check is not to look: nothing is read, and no command runs. */
    private static final Machine NOWHERE =
            new Machine(
                    Path.of("/nonexistent"),
                    (command, deadline) -> {
                        throw new IOException("no command runs here");
                    });

    /** Makes the check and the source that it judges. */
    public interface Maker {
        /**
         * @throws IllegalArgumentException when the values do not fit together; the message says
         *     why
         */
        Made<?> make(Settings settings, Sources sources);
    }

    /** A check and the source that it judges. */
    public record Made<T extends Observation>(Check<T> check, TelemetrySource<T> source) {}
}
