package dev.farrier.slurm;

import dev.farrier.action.SchedulerUnavailableException;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.CommandResult;
import java.util.List;
import java.util.Optional;

/** Tells by stderr why a command of Slurm's failed: the exit code is 1 for everything. */
final class SlurmFailure {
    private static final List<String> CONFIG =
            List.of(
                    "Could not establish a configuration source",
                    "Unable to process configuration file",
                    "cannot stat file",
                    "unable to status file");
    private static final List<String> AUTH =
            List.of(
                    "authentication error",
                    "Munge encode failed",
                    "Munge decode failed",
                    "Zero Bytes were transmitted or received");
    private static final List<String> SLOW = List.of("Socket timed out");
    private static final List<String> UNREACHABLE =
            List.of(
                    "Unable to contact slurm controller",
                    "Connection refused",
                    "controller in standby mode");

    private SlurmFailure() {}

    /**
     * @return empty when the command ended well; what it printed may still say that a node is not
     *     known
     */
    static Optional<Cause> classify(CommandResult result) {
        if (result.succeeded()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (result.end()) {
                    case NOT_FOUND -> Cause.COMMAND_MISSING;
                    case TIMED_OUT, STUCK -> Cause.CONTROLLER_SLOW;
                    case TOO_MUCH_OUTPUT -> Cause.OTHER;
                    case EXITED -> ofText(result.stderr());
                });
    }

    private static Cause ofText(String stderr) {
        if (holdsAny(stderr, CONFIG)) {
            return Cause.CONFIG_MISSING;
        }
        if (holdsAny(stderr, AUTH)) {
            return Cause.AUTH_OR_CLOCK;
        }
        if (holdsAny(stderr, SLOW)) {
            return Cause.CONTROLLER_SLOW;
        }
        return holdsAny(stderr, UNREACHABLE) ? Cause.CONTROLLER_UNREACHABLE : Cause.OTHER;
    }

    private static boolean holdsAny(String text, List<String> phrases) {
        for (String phrase : phrases) {
            if (text.contains(phrase)) {
                return true;
            }
        }
        return false;
    }

    static SchedulerUnavailableException of(CommandResult result) {
        return new SchedulerUnavailableException(
                classify(result).orElse(Cause.OTHER), result.describe());
    }
}
