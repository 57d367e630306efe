package dev.farrier.strag;

import dev.farrier.json.Json;
import dev.farrier.strag.otherhand.OtherHand;
import dev.farrier.strag.thirdhand.ThirdHand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Scores the detector on all scenarios there are: those of the simulator with several seeds, and
 * those of two other hands that do not know the detector.
 *
 * <p>Usage: {@code StragglerBenchmark FOLDER SEEDS table|json}; the folder takes the other hands'
 * files.
 */
public final class StragglerBenchmark {
    private static final List<String> FIGURES =
            List.of(
                    "precision",
                    "recall",
                    "f1",
                    "tp",
                    "fp",
                    "fn",
                    "ttd_p50",
                    "ttd_p90",
                    "fp_per_1000_job_nodes",
                    "fp_per_1000_node_days",
                    "gpu_right",
                    "kind_right",
                    "class_right");

    private static final List<String> OF_LEMONS = List.of("precision", "recall", "tp", "fp", "fn");

    private StragglerBenchmark() {}

    /** What came of one set. */
    private record Result(String name, Score score, long gpuSamplesPerSecond) {
        Map<String, @Nullable Object> figures() {
            Map<String, @Nullable Object> all = score.json();
            Map<String, @Nullable Object> figures = new LinkedHashMap<>();
            figures.put("name", name);
            figures.put("scenarios", score.scenarios().size());
            figures.put("job_nodes", score.jobNodes());
            FIGURES.forEach(key -> figures.put(key, all.get(key)));
            Map<?, ?> lemon = (Map<?, ?>) all.getOrDefault("lemon", Map.of());
            OF_LEMONS.forEach(key -> figures.put("lemon_" + key, lemon.get(key)));
            figures.put("gpu_samples_per_cpu_s", gpuSamplesPerSecond);
            return figures;
        }

        boolean hasFaults(ScenarioScore scenario) {
            return scenario.alarms().wrong()
                            + scenario.alarms().missed()
                            + scenario.lemons().wrong()
                            + scenario.lemons().missed()
                            + scenario.alarms().right()
                            - scenario.kindRight()
                    > 0;
        }
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        long seeds = Long.parseLong(args[1]);
        List<Result> results = List.of(simulated(seeds), otherHand(folder), thirdHand(folder));
        System.out.print(
                args[2].equals("json")
                        ? Json.writePretty(
                                Map.of("results", results.stream().map(Result::figures).toList()))
                        : text(results));
    }

    private static Result simulated(long seeds) {
        ScoredReplay replay = new ScoredReplay();
        LongStream.rangeClosed(1, seeds)
                .forEach(seed -> Catalogue.recipes().forEach(recipe -> replay.add(recipe, seed)));
        return new Result("simulated", replay.score(), replay.gpuSamplesPerSecond());
    }

    private static Result otherHand(Path folder) throws IOException {
        Path own = Files.createDirectories(folder.resolve("other-hand"));
        OtherHand.main(new String[] {own.toString()});
        return replayed("other-hand", own);
    }

    private static Result thirdHand(Path folder) throws IOException {
        Path own = Files.createDirectories(folder.resolve("third-hand"));
        ThirdHand.main(new String[] {own.toString()});
        return replayed("third-hand", own);
    }

    private static Result replayed(String name, Path folder) throws IOException {
        ScoredReplay replay = new ScoredReplay();
        replay.addAll(folder);
        return new Result(name, replay.score(), replay.gpuSamplesPerSecond());
    }

    /** A column a set, then what went wrong in which scenario. */
    private static String text(List<Result> results) {
        StringBuilder text = new StringBuilder();
        List<Map<String, @Nullable Object>> columns =
                results.stream().map(Result::figures).toList();
        for (String figure : columns.get(0).keySet()) {
            List<String> cells = new ArrayList<>();
            columns.forEach(column -> cells.add(String.valueOf(column.get(figure))));
            text.append(String.format(Locale.ROOT, "%-24s", figure));
            cells.forEach(cell -> text.append(String.format(Locale.ROOT, "%12s", cell)));
            text.append('\n');
        }
        for (Result result : results) {
            text.append(String.format(Locale.ROOT, "%n%s: not all right in%n", result.name()));
            result.score().scenarios().stream()
                    .filter(result::hasFaults)
                    .forEach(scenario -> text.append(line(scenario)));
        }
        return text.toString();
    }

    private static String line(ScenarioScore scenario) {
        return String.format(
                Locale.ROOT,
                "  %-8s found %d, false %d, missed %d, wrong kind %d; lemons %d, false %d, missed"
                        + " %d%n",
                scenario.scenario(),
                scenario.alarms().right(),
                scenario.alarms().wrong(),
                scenario.alarms().missed(),
                scenario.alarms().right() - scenario.kindRight(),
                scenario.lemons().right(),
                scenario.lemons().wrong(),
                scenario.lemons().missed());
    }
}
