package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.action.NodeController;
import dev.farrier.action.SchedulerUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The scheduler for a person's command: says plainly when there is none, or when it does not
 * answer.
 */
final class SchedulerAccess {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final CommandSpec spec;
    private final Assembly assembly;

    SchedulerAccess(CommandSpec spec, Assembly assembly) {
        this.spec = spec;
        this.assembly = assembly;
    }

    /** What is done with a scheduler; the result is our exit code. */
    interface Work {
        int with(NodeController controller) throws IOException, InterruptedException;
    }

    static Deadline deadline() {
        return Deadline.in(LONGEST);
    }

    int with(Work work) throws IOException, InterruptedException {
        Optional<NodeController> controller = assembly.controllerForPerson();
        PrintWriter err = spec.commandLine().getErr();
        if (controller.isEmpty()) {
            err.println(
                    "farrier: no scheduler: write 'scheduler: {kind: slurm}' into the configuration");
            return ExitCode.CONFIGURATION;
        }
        try {
            return work.with(controller.get());
        } catch (SchedulerUnavailableException e) {
            err.println(
                    "farrier: the scheduler gave no answer: "
                            + TerminalText.oneLine(String.valueOf(e.getMessage())));
            return ExitCode.SCHEDULER_NOT_REACHABLE;
        }
    }

    static int noSuchNode(CommandSpec spec, NodeName node) {
        spec.commandLine().getErr().println("farrier: the scheduler knows no node " + node);
        return ExitCode.WRONG_USE;
    }
}
