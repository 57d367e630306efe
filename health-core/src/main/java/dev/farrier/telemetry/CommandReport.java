package dev.farrier.telemetry;

/**
 * What an executable said about the node, by the convention of monitoring plug-ins.
 *
 * @param status what its exit code means
 * @param message the first line that it printed, up to the {@code |}; may be empty
 * @param figures what follows the {@code |} on that line, as it is
 * @param digest of the executable, and of the scripts that it was given by their path
 */
public record CommandReport(
        String program, Status status, String message, String figures, String digest)
        implements ByProgram {

    /** Exit codes 0, 1 and 2; others are no answer. */
    public enum Status {
        OK,
        WARNING,
        CRITICAL
    }
}
