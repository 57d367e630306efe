package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.Census;
import dev.farrier.action.NodeController.Whose;
import dev.farrier.action.Owner;
import dev.farrier.config.SettingTypes;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier undo}. */
@Command(
        name = "undo",
        description = {
            "Takes back all drains that Farrier made since then, on all nodes.",
            "What others drained stays. Shows them first, and changes nothing without --yes. A node",
            "whose fault is still there is not drained for it again until it has cleared once."
        })
final class UndoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--since",
            required = true,
            paramLabel = "TIME",
            description = "How far back: 10m, 2h, 1d.")
    private String since = "";

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    @Option(names = "--json", description = "One JSON object, schema farrier-undo/1.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Instant from = Instant.now().minus(parsed());
        Assembly assembly = configuration.assembly();
        return new SchedulerAccess(spec, assembly)
                .with(
                        controller -> {
                            Census census = controller.census(Set.of(), SchedulerAccess.deadline());
                            List<Census.Drained> ours = ours(census, from);
                            if (!yes) {
                                show(ours);
                                return ExitCode.DONE;
                            }
                            Set<NodeName> nodes = new LinkedHashSet<>();
                            ours.forEach(drained -> nodes.add(drained.node()));
                            List<ActionResult> results =
                                    controller.resume(
                                            nodes,
                                            Whose.OURS_AND_MANUAL,
                                            SchedulerAccess.deadline());
                            new PersonsRecord(assembly).resumed("undo --since " + since, results);
                            ActionReport report = new ActionReport("undo", results);
                            report.print(spec.commandLine().getOut(), json);
                            return report.exitCode();
                        });
    }

    private Duration parsed() {
        try {
            return SettingTypes.DURATION.parse(List.of(since));
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--since: " + e.getMessage() + "; right is 10m or 2h", e);
        }
    }

    private static List<Census.Drained> ours(Census census, Instant from) {
        List<Census.Drained> ours = new ArrayList<>();
        for (Census.Drained drained : census.drains()) {
            boolean mine = drained.owner() == Owner.OURS || drained.owner() == Owner.MANUAL;
            if (mine && !drained.at().orElse(Instant.EPOCH).isBefore(from)) {
                ours.add(drained);
            }
        }
        return ours;
    }

    private void show(List<Census.Drained> ours) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            List<Object> list = new ArrayList<>();
            for (Census.Drained drained : ours) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("node", drained.node().value());
                entry.put("reason", drained.reason().orElse(null));
                entry.put("at", drained.at().map(Instant::toString).orElse(null));
                entry.put("owner", drained.owner().word());
                list.add(entry);
            }
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("schema", "farrier-undo/1");
            object.put("drains", list);
            out.print(Json.writePretty(object));
        } else if (ours.isEmpty()) {
            out.println("No drain of Farrier stands since then.");
        } else {
            Table table = new Table("NODE", "SINCE", "REASON");
            for (Census.Drained drained : ours) {
                table.add(
                        drained.node().value(),
                        drained.at().map(Instant::toString).orElse("-"),
                        drained.reason().orElse("-"));
            }
            out.print(table);
            out.println("Nothing was changed. Add --yes to take these " + ours.size() + " back.");
        }
        out.flush();
    }
}
