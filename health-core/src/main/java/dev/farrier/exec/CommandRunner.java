package dev.farrier.exec;

import dev.farrier.Deadline;
import java.io.IOException;

/** Runs a command and returns by the deadline, whatever the command does. */
public interface CommandRunner {
    /**
     * @return how it ended; a missing program, an exit code and a timeout are results, not errors
     * @throws IOException when the process could not be started for another reason, or was not,
     *     since too many that cannot be killed are there already
     */
    CommandResult run(Command command, Deadline deadline) throws IOException, InterruptedException;
}
