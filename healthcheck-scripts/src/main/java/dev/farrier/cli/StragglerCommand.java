package dev.farrier.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code farrier straggler …}: telemetry of jobs and the straggler benchmark, one class a command.
 */
@Command(
        name = "straggler",
        description = "Finds what holds jobs back, and measures how well (format strag-1).",
        subcommands = {
            StragglerReplayCommand.class,
            StragglerSimulateCommand.class,
            StragglerScoreCommand.class
        })
final class StragglerCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        String known = String.join(", ", spec.subcommands().keySet());
        throw new CommandLine.ParameterException(
                spec.commandLine(), "say which of these: straggler " + known);
    }
}
