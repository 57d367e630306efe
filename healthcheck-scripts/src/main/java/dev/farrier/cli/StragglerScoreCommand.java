package dev.farrier.cli;

import dev.farrier.json.Json;
import dev.farrier.strag.BenchmarkFiles;
import dev.farrier.strag.Detections;
import dev.farrier.strag.ScenarioScore;
import dev.farrier.strag.Score;
import dev.farrier.strag.Truth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier straggler score}. */
@Command(
        name = "score",
        description = {
            "Scores detections against the truth, over all scenarios of a folder.",
            "An alarm counts by job and node; one before the onset is false."
        },
        footer = "Exits 65 when a file is not what it should be.")
final class StragglerScoreCommand implements Callable<Integer> {
    private static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry("precision", "precision"),
                    Map.entry("recall", "recall"),
                    Map.entry("f1", "F1"),
                    Map.entry("tp", "found"),
                    Map.entry("fp", "false alarms"),
                    Map.entry("fn", "missed"),
                    Map.entry("ttd_p50", "samples to detect, median"),
                    Map.entry("ttd_p90", "samples to detect, 90 of 100"),
                    Map.entry("fp_per_1000_job_nodes", "false alarms per 1,000 job-nodes"),
                    Map.entry("fp_per_1000_node_days", "false alarms per 1,000 node-days"),
                    Map.entry("gpu_right", "share with the right GPU"),
                    Map.entry("kind_right", "share with the right kind"),
                    Map.entry("class_right", "share with the right class"));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--each", description = "A line for each scenario, too.")
    private boolean each;

    @Option(names = "--json", description = "One JSON object, schema farrier-straggler-score/1.")
    private boolean json;

    @Parameters(index = "0", paramLabel = "TRUTH_DIR", description = "Folder of NAME.json files.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path truthFolder;

    @Parameters(
            index = "1",
            paramLabel = "DETECTIONS",
            description = "JSON lines of a detector, also packed by gzip.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path detectionsFile;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(truthFolder)) {
            throw wrongUse("no such folder: " + truthFolder + "; it must hold NAME.json files");
        }
        if (!Files.exists(detectionsFile) || Files.isDirectory(detectionsFile)) {
            throw wrongUse("no such file: " + detectionsFile + "; it must hold JSON lines");
        }
        List<Truth> truths;
        Detections detections;
        try {
            truths = BenchmarkFiles.truths(truthFolder);
            detections = BenchmarkFiles.detections(detectionsFile);
        } catch (IllegalArgumentException e) {
            spec.commandLine()
                    .getErr()
                    .println("farrier: " + TerminalText.escape(String.valueOf(e.getMessage())));
            return ExitCode.NOT_UNDERSTOOD;
        }
        Score score = Score.of(truths, detections);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(Json.writePretty(json(score)));
        } else {
            out.print(text(score));
        }
        out.flush();
        noteUnknown(truths, detections);
        return ExitCode.DONE;
    }

    private CommandLine.ParameterException wrongUse(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    private void noteUnknown(List<Truth> truths, Detections detections) {
        TreeSet<String> unknown = new TreeSet<>(detections.lines().keySet());
        truths.forEach(truth -> unknown.remove(truth.scenario()));
        int lines =
                unknown.stream().mapToInt(name -> detections.lines().getOrDefault(name, 0)).sum();
        if (lines > 0) {
            String names = TerminalText.oneLine(String.join(", ", unknown));
            spec.commandLine()
                    .getErr()
                    .println(
                            "farrier: no truth, so nothing counted of "
                                    + lines
                                    + " lines: "
                                    + names);
        }
    }

    private Map<String, @Nullable Object> json(Score score) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("schema", "farrier-straggler-score/1");
        object.putAll(score.json());
        if (each) {
            object.put("each", score.scenarios().stream().map(this::json).toList());
        }
        return object;
    }

    private Map<String, @Nullable Object> json(ScenarioScore scenario) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("scenario", scenario.scenario());
        object.put("tp", scenario.alarms().right());
        object.put("fp", scenario.alarms().wrong());
        object.put("fn", scenario.alarms().missed());
        object.put(
                "lemon",
                List.of(
                        scenario.lemons().right(),
                        scenario.lemons().wrong(),
                        scenario.lemons().missed()));
        object.put("ttd_p50", scenario.medianDelay().orElse(null));
        return object;
    }

    private String text(Score score) {
        StringBuilder text = new StringBuilder();
        if (each) {
            Table table = new Table("SCENARIO", "FOUND", "FALSE", "MISSED", "LEMONS", "SAMPLES");
            for (ScenarioScore scenario : score.scenarios()) {
                ScenarioScore.Counts alarms = scenario.alarms();
                ScenarioScore.Counts lemons = scenario.lemons();
                table.add(
                        scenario.scenario(),
                        Integer.toString(alarms.right()),
                        Integer.toString(alarms.wrong()),
                        Integer.toString(alarms.missed()),
                        lemons.right() + "/" + lemons.wrong() + "/" + lemons.missed(),
                        scenario.medianDelay()
                                .map(delay -> String.format(Locale.ROOT, "%.1f", delay))
                                .orElse("-"));
            }
            text.append(table).append('\n');
        }
        Map<String, @Nullable Object> figures = score.json();
        Table table = new Table("FIGURE", "ALL", "LEMONS");
        Map<?, ?> lemon = (Map<?, ?>) figures.getOrDefault("lemon", Map.of());
        for (String key : List.of("precision", "recall", "f1", "tp", "fp", "fn")) {
            table.add(NAMES.getOrDefault(key, key), shown(figures.get(key)), shown(lemon.get(key)));
        }
        figures.forEach(
                (key, value) -> {
                    if (NAMES.containsKey(key) && !lemon.containsKey(key)) {
                        table.add(NAMES.getOrDefault(key, key), shown(value), "");
                    }
                });
        return text.append(table).toString();
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }
}
