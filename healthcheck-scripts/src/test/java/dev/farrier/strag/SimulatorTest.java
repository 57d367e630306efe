package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimulatorTest {
    static List<Map<String, Object>> lines(Scenario scenario) {
        List<Map<String, Object>> lines = new ArrayList<>();
        Simulator.run(scenario, lines::add);
        return lines;
    }

    private static List<String> texts(String recipe, long seed) {
        Scenario scenario = Catalogue.named(recipe).orElseThrow().scenario(seed);
        return lines(scenario).stream().map(Json::write).toList();
    }

    @Test
    void theSameSeedGivesTheSameLines() {
        assertThat(texts("M01", 7)).isEqualTo(texts("M01", 7));
    }

    @Test
    void anotherSeedGivesOtherLines() {
        assertThat(texts("M14", 7)).isNotEqualTo(texts("M14", 8));
    }

    @Test
    void aSampleHasTheFieldsOfTheFormatInItsOrder() {
        List<Map<String, Object>> lines = lines(Catalogue.named("M01").orElseThrow().scenario(1));
        Map<String, Object> sample =
                lines.stream()
                        .filter(line -> "s".equals(line.get("type")))
                        .findFirst()
                        .orElseThrow();
        assertThat(String.join(" ", sample.keySet()))
                .isEqualTo(
                        "type t job node sm mem tmp pw thr util sma pg pl ecc prc nve nvr ibe ibd"
                                + " ibr cpu st T");
    }

    @Test
    void aRampCountsFromTwoThirds() {
        Truth truth = Truths.of(Catalogue.named("M01").orElseThrow().scenario(1));
        assertThat(truth.positives()).extracting(Truth.Positive::onset).containsExactly(340.0);
    }
}
