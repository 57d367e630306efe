package dev.farrier.cluster.scale;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.exec.ProcessRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The Slurm of this machine, asked by the same children that a node starts. A few at a time: a
 * thousand machines have processors of their own for them and this one has not, so a node that
 * waits for a turn does not lose time for its answer.
 */
final class RealSlurm implements Scheduler {
    private static final int AT_ONCE = 8;
    private static final double PATIENCE_SECONDS = 60;

    private final CommandRunner commands;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    /**
     * @param scratch for the children's output
     */
    RealSlurm(Path scratch) {
        this.commands = ProcessRunner.forActions(scratch);
    }

    @Override
    public CommandResult call(List<String> argv, double limitSeconds)
            throws IOException, InterruptedException {
        turns.acquire();
        try {
            Duration limit = Duration.ofMillis((long) (limitSeconds * 1000));
            return commands.run(Command.of(argv), Deadline.in(limit));
        } finally {
            turns.release();
        }
    }

    /** Puts all nodes back into service. */
    void reset() throws IOException, InterruptedException {
        call(
                List.of("/usr/bin/scontrol", "update", "NodeName=ALL", "State=UNDRAIN"),
                PATIENCE_SECONDS);
        List<String> states = List.of("/usr/bin/sinfo", "-h", "-o", "%T");
        TrueTime time = new TrueTime();
        String last = "";
        while (time.now() < PATIENCE_SECONDS) {
            last = call(states, PATIENCE_SECONDS).stdoutOrThrow().strip();
            if (last.equals("idle")) {
                return;
            }
            time.sleepUntil(time.now() + 1); // while the nodes answer again
        }
        throw new IOException("the nodes do not become idle, they are " + last);
    }

    /** How many nodes the scheduler itself takes for drained. */
    int drained() throws IOException, InterruptedException {
        String count =
                call(List.of("/usr/bin/sinfo", "-h", "-t", "drain", "-o", "%D"), PATIENCE_SECONDS)
                        .stdoutOrThrow()
                        .strip();
        return count.isEmpty() ? 0 : Integer.parseInt(count);
    }
}
