package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.NodeController.Whose;
import dev.farrier.action.Reason;
import dev.farrier.action.ReasonText;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier drain}. */
@Command(
        name = "drain",
        description = {
            "Takes nodes out of service: running jobs go on, no new ones start.",
            "Farrier never takes such a drain back by itself; 'farrier resume' does."
        },
        footer = "Exits 77 when a node is drained by somebody else: nothing was changed on it.")
final class DrainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why, in a line.")
    private String reason = "";

    @Option(names = "--force", description = "Also replace somebody else's reason.")
    private boolean force;

    @Option(names = "--json", description = "One JSON object, schema farrier-action/1.")
    private boolean json;

    @Parameters(arity = "1..*", paramLabel = "NODE", description = "Names or host lists.")
    private List<String> names = List.of();

    @Override
    public Integer call() throws Exception {
        Set<NodeName> nodes = Arguments.nodes(spec, names);
        String text =
                ReasonText.clean(reason)
                        .orElseThrow(
                                () ->
                                        new CommandLine.ParameterException(
                                                spec.commandLine(), "--reason must say something"));
        Assembly assembly = configuration.assembly();
        return new SchedulerAccess(spec, assembly)
                .with(
                        controller -> {
                            Reason signed = Reason.ofPerson(text);
                            List<ActionResult> results =
                                    controller.drain(
                                            nodes,
                                            signed,
                                            force ? Whose.ANYBODY : Whose.OURS_AND_MANUAL,
                                            SchedulerAccess.deadline());
                            new PersonsRecord(assembly).drained(signed, results);
                            ActionReport report = new ActionReport("drain", results);
                            report.print(spec.commandLine().getOut(), json);
                            return report.exitCode();
                        });
    }
}
