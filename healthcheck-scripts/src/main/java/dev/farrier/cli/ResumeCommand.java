package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.NodeController.Whose;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier resume}. */
@Command(
        name = "resume",
        description = {
            "Takes back drains that Farrier or 'farrier drain' made.",
            "Never lifts DOWN, FAIL, a maintenance or a reboot, with --force neither."
        },
        footer = "Exits 77 when a node is drained by somebody else: nothing was changed on it.")
final class ResumeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept in the journal.")
    private String reason = "";

    @Option(names = "--force", description = "Also take back somebody else's drain.")
    private boolean force;

    @Option(names = "--json", description = "One JSON object, schema farrier-action/1.")
    private boolean json;

    @Parameters(arity = "1..*", paramLabel = "NODE", description = "Names or host lists.")
    private List<String> names = List.of();

    @Override
    public Integer call() throws Exception {
        Set<NodeName> nodes = Arguments.nodes(spec, names);
        Assembly assembly = configuration.assembly();
        return new SchedulerAccess(spec, assembly)
                .with(
                        controller -> {
                            List<ActionResult> results =
                                    controller.resume(
                                            nodes,
                                            force ? Whose.ANYBODY : Whose.OURS_AND_MANUAL,
                                            SchedulerAccess.deadline());
                            new PersonsRecord(assembly).resumed(reason, results);
                            ActionReport report = new ActionReport("resume", results);
                            report.print(spec.commandLine().getOut(), json);
                            return report.exitCode();
                        });
    }
}
