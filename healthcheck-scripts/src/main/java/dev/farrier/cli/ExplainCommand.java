package dev.farrier.cli;

import dev.farrier.explain.Context;
import dev.farrier.explain.Explainer;
import dev.farrier.explain.Explainers;
import dev.farrier.explain.Explanation;
import dev.farrier.explain.Input;
import dev.farrier.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier explain}. */
@Command(
        name = "explain",
        description = {
            "Says what captured output means: what Farrier understands in it, finds, and would do.",
            "Changes nothing, asks nobody, and needs no configuration."
        },
        footer = {
            "The kind of each file is recognised by its content and its path (sys/… and sys-later/…",
            "are trees of /sys). Exits 0 when all of it was understood, else 65."
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "Take the input for this kind; --kind help lists them.")
    private @Nullable String kind;

    @Option(
            names = "--context",
            paramLabel = "FILE",
            description =
                    "JSON object: expected counts, policy numbers, the prefix of our reasons.")
    private @Nullable Path contextFile;

    @Option(
            names = "--json",
            description = "One JSON object a kind (several: one a line), schema farrier-explain/1.")
    private boolean json;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Files, folders, or - for standard input (the default).")
    private List<String> files = List.of();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if ("help".equals(kind)) {
            Explainers.kinds().forEach(out::println);
            return ExitCode.DONE;
        }
        if (kind != null && !Explainers.kinds().contains(kind)) {
            throw wrongUse(
                    "no such kind: "
                            + kind
                            + "; known are "
                            + String.join(", ", Explainers.kinds()));
        }
        CapturedFiles captured = new CapturedFiles();
        Context context;
        List<Input> inputs;
        try {
            context =
                    contextFile == null
                            ? Context.NONE
                            : captured.read(contextFile.toString()).read(Context::parse);
            inputs = captured.readAll(files.isEmpty() ? List.of("-") : files);
        } catch (IllegalArgumentException wrong) {
            throw wrongUse(String.valueOf(wrong.getMessage()));
        }
        return explain(Explainers.match(inputs, context, Optional.ofNullable(kind)), context, out);
    }

    private CommandLine.ParameterException wrongUse(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    private int explain(List<Explainers.Match> matches, Context context, PrintWriter out) {
        int code = ExitCode.DONE;
        for (Explainers.Match match : matches) {
            String found = match.explainer().map(Explainer::kind).orElse("unknown");
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("schema", "farrier-explain/1");
            object.put("kind", found);
            object.put("inputs", match.inputs().stream().map(Input::path).toList());
            List<String> lines = new ArrayList<>();
            try {
                if (match.explainer().isPresent()) {
                    Explanation explanation =
                            match.explainer().get().explain(match.inputs(), context);
                    explanation.members().forEach(object::putIfAbsent);
                    lines.addAll(explanation.lines());
                } else {
                    code = ExitCode.NOT_UNDERSTOOD;
                    lines.add("of no kind that is known here; --kind help lists the kinds");
                }
            } catch (IllegalArgumentException notUnderstood) {
                code = ExitCode.NOT_UNDERSTOOD;
                object.put("error", String.valueOf(notUnderstood.getMessage()));
                lines.add("not understood: " + notUnderstood.getMessage());
            }
            if (json) {
                out.print(
                        matches.size() == 1 ? Json.writePretty(object) : Json.write(object) + "\n");
            } else {
                show(match, found, lines, out);
            }
        }
        out.flush();
        return code;
    }

    private static void show(
            Explainers.Match match, String kind, List<String> lines, PrintWriter out) {
        String first = match.inputs().get(0).path();
        int more = match.inputs().size() - 1;
        out.println(
                TerminalText.oneLine(first)
                        + (more == 0 ? "" : " and " + more + " more")
                        + ": "
                        + kind);
        lines.forEach(line -> out.println("  " + TerminalText.oneLine(line)));
    }
}
