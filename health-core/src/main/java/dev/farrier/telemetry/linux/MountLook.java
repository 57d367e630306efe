package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.Optional;

/**
 * What is mounted on one path, and whether it answers.
 *
 * @param mount empty when nothing is mounted there
 * @param state what came of asking it
 * @param detail for {@code SILENT} and {@code BROKEN}: what happened, in one line
 * @param covered how many other mounts on the same path lie below it and cannot be reached;
 *     triggers of the automounter are not among them
 */
public record MountLook(String path, Optional<Mount> mount, State state, String detail, int covered)
        implements Observation {

    /** What is known of a configured mount. */
    public enum State {
        ANSWERS,
        /** No answer by the deadline. */
        SILENT,
        /** It answers with an error of its own: a stale handle, a lost server. */
        BROKEN,
        NOT_MOUNTED,
        /** The automounter answers for the path and has nothing mounted; so nobody touched it. */
        LEFT_TO_AUTOMOUNTER
    }
}
