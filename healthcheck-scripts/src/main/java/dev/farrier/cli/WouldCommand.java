package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.journal.JournalReader;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier would}. */
@Command(
        name = "would",
        description = {
            "Tells what Farrier would have done on this node, and why it did not.",
            "Mode observe, a pause, the drain budget, one fault on many nodes: this machine's",
            "journal knows."
        })
final class WouldCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--json", description = "One JSON object, schema farrier-would/1.")
    private boolean json;

    @Parameters(
            arity = "0..1",
            paramLabel = "NODE",
            description = "The node's name in the scheduler (default: this host's name).")
    private @Nullable String name;

    @Override
    public Integer call() throws Exception {
        Assembly assembly = configuration.assembly();
        NodeName node = name == null ? assembly.hostAsNode() : Arguments.node(spec, name);
        JournalReader.Story story =
                new JournalReader(assembly.journalPath(), assembly.config().journal().keep())
                        .about(node);
        List<Map<String, Object>> would = new ArrayList<>();
        for (Map<String, Object> event : story.events()) {
            if (event.get("would") != null) {
                would.add(event);
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("schema", "farrier-would/1");
            object.put("node", node.value());
            object.put("events", would);
            out.print(Json.writePretty(object));
        } else {
            show(node, would, out);
        }
        out.flush();
        return ExitCode.DONE;
    }

    /** Looks repeat each other by the minute: equal ones in a row are one line. */
    private static void show(NodeName node, List<Map<String, Object>> events, PrintWriter out) {
        if (events.isEmpty()) {
            out.println(
                    "Nothing: the journal of this machine holds no such line about " + node + ".");
            return;
        }
        Table table = new Table("FIRST", "LAST", "TIMES", "WOULD", "WHY NOT");
        String[] row = null;
        int times = 0;
        for (Map<String, Object> event : events) {
            String action = event.get("would") instanceof Map<?, ?> w ? text(w.get("action")) : "";
            String cause = action + ": " + text(event.get("cause"));
            String why = text(event.get("why"));
            if (row != null && row[3].equals(cause) && row[4].equals(why)) {
                row[1] = text(event.get("at"));
                row[2] = String.valueOf(++times);
                continue;
            }
            if (row != null) {
                table.add(row);
            }
            times = 1;
            String at = text(event.get("at"));
            row = new String[] {at, at, "1", cause, why};
        }
        if (row != null) {
            table.add(row);
        }
        out.print(table);
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString().replaceFirst("\\.[0-9]+Z$", "Z");
    }
}
