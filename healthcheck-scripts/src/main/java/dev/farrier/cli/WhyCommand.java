package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.action.NodeState;
import dev.farrier.journal.JournalReader;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier why}. */
@Command(
        name = "why",
        description = {
            "Tells the story of a node's last drain, from this machine's journal.",
            "Of another node: what the scheduler knows, and where its journal lies."
        })
final class WhyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--json", description = "One JSON object, schema farrier-why/1.")
    private boolean json;

    @Parameters(paramLabel = "NODE", description = "The node's name in the scheduler.")
    private String name = "";

    @Override
    public Integer call() throws Exception {
        NodeName node = Arguments.node(spec, name);
        Assembly assembly = configuration.assembly();
        Path path = assembly.journalPath();
        JournalReader.Story all =
                new JournalReader(path, assembly.config().journal().keep()).about(node);
        DrainStory story = DrainStory.last(node, all.events());
        Now now = now(assembly, node, story.isEmpty());
        if (story.isEmpty() && now.exitCode != ExitCode.DONE) {
            return now.exitCode;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("schema", "farrier-why/1");
            object.put("node", node.value());
            object.put("journal", path.toString());
            object.put("skippedLines", all.skipped());
            object.put("events", story.events());
            object.put("state", now.state.map(NodeStateJson::of).orElse(null));
            out.print(Json.writePretty(object));
            return ExitCode.DONE;
        }
        if (story.isEmpty()) {
            out.println(
                    "No drain of " + node + " is in the journal of this machine, " + path + ".");
            out.println("If Farrier runs on " + node + ", its story lies in " + path + " there.");
        } else {
            out.print(story.text());
        }
        now.state.ifPresent(state -> out.println("\nNow " + NodeStateText.of(state)));
        if (all.skipped() > 0) {
            out.println("(" + all.skipped() + " unreadable lines in the journal were skipped)");
        }
        out.flush();
        return ExitCode.DONE;
    }

    private record Now(Optional<NodeState> state, int exitCode) {}

    /** The scheduler's view; it may be missing when the journal tells enough. */
    private Now now(Assembly assembly, NodeName node, boolean needed) throws Exception {
        if (!needed && assembly.controllerForPerson().isEmpty()) {
            return new Now(Optional.empty(), ExitCode.DONE);
        }
        NodeState[] found = new NodeState[1];
        int code =
                new SchedulerAccess(spec, assembly)
                        .with(
                                controller -> {
                                    NodeState state =
                                            controller
                                                    .states(
                                                            Set.of(node),
                                                            SchedulerAccess.deadline())
                                                    .get(node);
                                    if (state == null) {
                                        return SchedulerAccess.noSuchNode(spec, node);
                                    }
                                    found[0] = state;
                                    return ExitCode.DONE;
                                });
        return new Now(Optional.ofNullable(found[0]), code);
    }
}
