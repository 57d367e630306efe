package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.action.NodeState;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier node}. */
@Command(
        name = "node",
        description = "Shows a node as its scheduler sees it, and whose its drain is.")
final class NodeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--json", description = "One JSON object, schema farrier-node/1.")
    private boolean json;

    @Parameters(paramLabel = "NAME", description = "The node's name in the scheduler.")
    private String name = "";

    @Override
    public Integer call() throws Exception {
        NodeName node = Arguments.node(spec, name);
        return new SchedulerAccess(spec, configuration.assembly())
                .with(
                        controller -> {
                            Map<NodeName, NodeState> states =
                                    controller.states(Set.of(node), SchedulerAccess.deadline());
                            NodeState state = states.get(node);
                            if (state == null) {
                                return SchedulerAccess.noSuchNode(spec, node);
                            }
                            show(state, spec.commandLine().getOut());
                            return ExitCode.DONE;
                        });
    }

    private void show(NodeState state, PrintWriter out) {
        if (json) {
            out.print(Json.writePretty(NodeStateJson.of(state)));
            return;
        }
        out.println(NodeStateText.of(state));
    }
}
