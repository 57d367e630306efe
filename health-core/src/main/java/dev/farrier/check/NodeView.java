package dev.farrier.check;

import dev.farrier.Deadline;
import dev.farrier.NodeProfile;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node as a {@link Proposer} sees it: what its sources read, and what its scheduler promises. */
public final class NodeView {
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(20);

    private final Sources sources;
    private final Optional<NodeProfile> profile;
    private final List<String> blind = new ArrayList<>();

    /**
     * @param profile empty where there is no scheduler, or it does not say
     */
    public NodeView(Sources sources, Optional<NodeProfile> profile) {
        this.sources = sources;
        this.profile = profile;
    }

    public Sources sources() {
        return sources;
    }

    public Optional<NodeProfile> profile() {
        return profile;
    }

    /** What is there to see; empty when there is no such thing, or it could not be looked at. */
    public <T extends Observation> Optional<T> see(TelemetrySource<T> source)
            throws InterruptedException {
        Reading<T> reading;
        try {
            reading = source.read(Deadline.in(LONGEST_LOOK));
        } catch (IOException | RuntimeException e) {
            reading = new Reading.Failed<>(String.valueOf(e.getMessage()));
        }
        if (reading instanceof Reading.Present<T> present) {
            return Optional.of(present.value());
        }
        if (reading instanceof Reading.Failed<T> failed) {
            note(source.origin() + ": " + failed.why());
        } else if (reading instanceof Reading.NotPermitted<T> denied) {
            note(source.origin() + ": " + denied.why());
        }
        return Optional.empty();
    }

    private void note(String line) {
        if (!blind.contains(line)) {
            blind.add(line);
        }
    }

    /** What could not be looked at, and why. */
    public List<String> blind() {
        return List.copyOf(blind);
    }
}
