package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.json.Json;
import dev.farrier.verdict.Verdict;
import dev.farrier.verdict.VerdictJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier check}. */
@Command(
        name = "check",
        description = "Judges this machine now. Changes nothing and asks no scheduler.",
        footer = "Exits 0 healthy, 1 degraded, 2 unhealthy, 3 unknown.")
final class CheckCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--json", description = "One JSON object, schema farrier-verdict/1.")
    private boolean json;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "This node's name (default: from the configuration, else the host name).")
    private @Nullable String name;

    @Override
    public Integer call() throws Exception {
        Assembly assembly = configuration.assembly();
        NodeName node = node(assembly);
        assembly.openCounters();
        Verdict verdict = assembly.evaluator(node).evaluate(node, Deadline.in(LONGEST));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(Json.writePretty(VerdictJson.of(verdict)));
        } else {
            out.print(VerdictText.of(verdict, configuration.exists()));
        }
        out.flush();
        return ExitCode.of(verdict.health());
    }

    private NodeName node(Assembly assembly) {
        if (name != null) {
            return Arguments.node(spec, name);
        }
        return assembly.config().scheduler().nodeName().orElseGet(assembly::hostAsNode);
    }
}
