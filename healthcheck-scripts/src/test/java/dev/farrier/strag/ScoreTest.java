package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The detections and truths were made at random, the expected texts by the benchmark's own {@code
 * score.py TRUTH_DIR DETECTIONS --each}.
 */
class ScoreTest {
    private static final Path RECORDED = Path.of("src/test/resources/straggler-score");

    @TempDir private Path folder = Path.of("");

    private static Score score(Path truths, Path detections) throws IOException {
        return Score.of(BenchmarkFiles.truths(truths), BenchmarkFiles.detections(detections));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all-right",
                "early",
                "empty",
                "lemons",
                "mixed-0",
                "mixed-1",
                "mixed-2",
                "mixed-3",
                "several-lines",
                "soft-nodes",
                "unknown-scenarios",
                "without-gpu-or-kind"
            })
    void isThatOfTheBenchmarksScorer(String name) throws IOException {
        String expected = Files.readString(RECORDED.resolve(name + ".expected"));
        int objectAt = expected.indexOf('{');
        Score score = score(RECORDED.resolve("truth"), RECORDED.resolve(name + ".jsonl"));
        assertThat(Json.write(score.json()))
                .isEqualTo(Json.write(Json.read(expected.substring(objectAt))));
        StringBuilder each = new StringBuilder();
        score.scenarios().forEach(scenario -> each.append(line(scenario)));
        assertThat(each.toString()).isEqualTo(expected.substring(0, objectAt));
    }

    private static String line(ScenarioScore scenario) {
        ScenarioScore.Counts alarms = scenario.alarms();
        ScenarioScore.Counts lemons = scenario.lemons();
        List<Integer> triple = List.of(lemons.right(), lemons.wrong(), lemons.missed());
        return "   %s tp %d fp %d fn %d  lemons tp/fp/fn %s  ttd50 %s\n"
                .formatted(
                        scenario.scenario(),
                        alarms.right(),
                        alarms.wrong(),
                        alarms.missed(),
                        triple.toString().replace('[', '(').replace(']', ')'),
                        scenario.medianDelay().map(String::valueOf).orElse("None"));
    }

    @Test
    void readsPackedDetections() throws IOException {
        Path packed = folder.resolve("detections");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(RECORDED.resolve("mixed-0.jsonl"), out);
        }
        assertThat(score(RECORDED.resolve("truth"), packed))
                .isEqualTo(score(RECORDED.resolve("truth"), RECORDED.resolve("mixed-0.jsonl")));
    }

    @Test
    void refusesPackedDetectionsThatAreCut() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            Files.copy(RECORDED.resolve("mixed-0.jsonl"), out);
        }
        Path cut = folder.resolve("detections.gz");
        Files.write(cut, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
        assertThatThrownBy(() -> BenchmarkFiles.detections(cut))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(cut + ": cut or damaged gzip data");
    }

    @Test
    void saysInWhichLineOfTheDetectionsWhatIsWrong() throws IOException {
        Path file = write("detections", "{\"scenario\":\"A1\",\"lemon\":\"n0001\"}\n\n" + ALARM);
        assertThatThrownBy(() -> BenchmarkFiles.detections(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ":3: t is 'soon', must be a number");
    }

    private static final String ALARM =
            "{\"scenario\":\"A1\",\"job\":\"j1\",\"node\":\"n0001\",\"gpu\":1,\"t\":\"soon\"}\n";

    @Test
    void saysInWhichFieldOfATruthWhatIsWrong() throws IOException {
        Path file =
                write(
                        "T1.json",
                        "{\"scenario\":\"T1\",\"interval_s\":10,\"node_days\":1,\"job_nodes\":1,"
                                + "\"faults\":[{\"kind\":\"hot\",\"node\":1}],\"positives\":[],"
                                + "\"lemons\":[]}");
        assertThatThrownBy(() -> BenchmarkFiles.truths(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        file + ": faults[0].kind is 'hot', must be one of thermal, power_brake,");
    }

    @Test
    void refusesAFolderWithoutTruths() {
        assertThatThrownBy(() -> BenchmarkFiles.truths(folder))
                .hasMessage(folder + ": no truth in it; there must be files NAME.json");
    }

    @Test
    void aTruthIsReadAsItWasWritten() throws IOException {
        Truth truth = Truths.of(Catalogue.named("M04").orElseThrow().scenario(1));
        write("M04.json", Json.writePretty(truth.json()));
        assertThat(BenchmarkFiles.truths(folder)).containsExactly(truth);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    }
}
