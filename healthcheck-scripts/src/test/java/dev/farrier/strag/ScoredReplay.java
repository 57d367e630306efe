package dev.farrier.strag;

import dev.farrier.json.Json;
import dev.farrier.straggler.Detection;
import dev.farrier.straggler.JobVerdict;
import dev.farrier.straggler.Lemon;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Replays scenarios to the detector, for one score over all of them. */
final class ScoredReplay {
    private final List<Truth> truths = new ArrayList<>();
    private final Detections detections = new Detections();
    private long gpuSamples;
    private long cpuNanos;

    /** Replays a simulated scenario; several seeds of one are told apart. */
    void add(Recipe recipe, long seed) {
        Scenario scenario = recipe.scenario(seed);
        List<String> lines = new ArrayList<>();
        Simulator.run(scenario, line -> lines.add(Json.write(line)));
        add(lines, Truths.of(scenario), recipe.name() + "#" + seed);
    }

    /** Replays each {@code NAME.jsonl} that {@code truth/NAME.json} tells of. */
    void addAll(Path folder) throws IOException {
        for (Truth truth : BenchmarkFiles.truths(folder.resolve("truth"))) {
            Path file = folder.resolve(truth.scenario() + ".jsonl");
            add(Files.readAllLines(file, StandardCharsets.UTF_8), truth, truth.scenario());
        }
    }

    private void add(List<String> lines, Truth truth, String name) {
        truths.add(named(name, truth));
        long gpus = new Fields(Json.object(lines.get(0)), "").integer("gpus_per_node");
        gpuSamples += lines.stream().filter(ScoredReplay::isSample).count() * gpus;
        Replay replay = new Replay(new Scorer(name));
        long before = cpu();
        lines.forEach(replay::line);
        replay.finish();
        cpuNanos += cpu() - before;
    }

    private static boolean isSample(String line) {
        return line.startsWith("{\"type\":\"s\"");
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static Truth named(String name, Truth truth) {
        return new Truth(
                name,
                truth.note(),
                truth.nodeDays(),
                truth.interval(),
                truth.faults(),
                truth.positives(),
                truth.lemons(),
                truth.jobNodes(),
                truth.gpus());
    }

    Score score() {
        return Score.of(truths, detections);
    }

    /** For each second of CPU, reading included, generating not. */
    long gpuSamplesPerSecond() {
        return Math.round(gpuSamples * 1e9 / Math.max(1, cpuNanos));
    }

    private final class Scorer implements Replay.Listener {
        private final String name;

        Scorer(String name) {
            this.name = name;
        }

        @Override
        public void detected(String scenario, Detection detection) {
            if (detection.confidence() == Detection.Confidence.ALARM) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("scenario", name);
                line.put("job", detection.job());
                line.put("node", detection.node());
                line.put("gpu", detection.gpu());
                line.put("t", detection.time());
                line.put("kind", detection.cause().word());
                detections.add(Json.write(line));
            }
        }

        @Override
        public void ended(String scenario, JobVerdict verdict, boolean whole) {}

        @Override
        public void finished(String scenario, List<Lemon> lemons) {
            lemons.forEach(
                    lemon ->
                            detections.add(
                                    Json.write(Map.of("scenario", name, "lemon", lemon.node()))));
        }
    }
}
