package dev.farrier.cluster.scale;

import dev.farrier.exec.CommandResult;
import java.io.IOException;
import java.util.List;

/** What answers the nodes' calls of scontrol and sinfo. */
interface Scheduler {
    /**
     * @param limitSeconds after which the caller kills the command
     */
    CommandResult call(List<String> argv, double limitSeconds)
            throws IOException, InterruptedException;
}
