package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.json.Json;
import dev.farrier.verdict.Verdict;
import dev.farrier.verdict.VerdictJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = "--only",
            arity = "1..*",
            split = ",",
            paramLabel = "ID",
            description = "Only these checks, by name or id; the verdict is that of these alone.")
    private List<String> only = List.of();

    @Option(
            names = "--explain",
            paramLabel = "ID",
            description = {
                "Says what this check looks at, what it can find, how it is set, and what it says now;",
                "always exits 0. As JSON: schema farrier-check/1."
            })
    private @Nullable String explained;

    @Override
    public Integer call() throws Exception {
        Assembly assembly = configuration.assembly();
        NodeName node = node(assembly);
        CheckChoice choice = new CheckChoice(spec, assembly, node);
        List<CheckInstance<?>> checks = only.isEmpty() ? choice.running() : choice.of(only);
        if (explained != null) {
            return explain(explained, choice, assembly, node);
        }
        Verdict verdict = evaluate(checks, assembly, node);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(Json.writePretty(VerdictJson.of(verdict)));
        } else {
            out.print(VerdictText.of(verdict, configuration.exists()));
        }
        out.flush();
        return ExitCode.of(verdict.health());
    }

    private static Verdict evaluate(List<CheckInstance<?>> checks, Assembly assembly, NodeName node)
            throws InterruptedException {
        assembly.openCounters();
        return assembly.evaluator(checks).evaluate(node, Deadline.in(LONGEST));
    }

    private int explain(String id, CheckChoice choice, Assembly assembly, NodeName node)
            throws InterruptedException {
        CheckKind kind =
                choice.kind(id)
                        .orElseThrow(
                                () ->
                                        new ParameterException(
                                                spec.commandLine(), choice.missing(id)));
        List<CheckInstance<?>> instances = choice.named(id);
        CheckStory story =
                new CheckStory(
                        kind,
                        instances,
                        choice.configured(instances),
                        evaluate(instances, assembly, node));
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? Json.writePretty(story.json()) : story.text());
        out.flush();
        return ExitCode.DONE;
    }

    private NodeName node(Assembly assembly) {
        if (name != null) {
            return Arguments.node(spec, name);
        }
        return assembly.config().scheduler().nodeName().orElseGet(assembly::hostAsNode);
    }
}
