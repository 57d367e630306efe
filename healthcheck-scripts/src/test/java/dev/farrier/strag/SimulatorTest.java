package dev.farrier.strag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    private static List<Map<String, Object>> samples(Scenario scenario) {
        return lines(scenario).stream().filter(line -> "s".equals(line.get("type"))).toList();
    }

    private static double mean(List<Map<String, Object>> samples, String field, int gpu) {
        return samples.stream()
                .map(line -> (List<?>) line.get(field))
                .mapToDouble(values -> ((Number) values.get(gpu)).doubleValue())
                .average()
                .orElseThrow();
    }

    private static ScenarioBuilder oneNode() {
        ScenarioBuilder scenario = new ScenarioBuilder("T", "", 5);
        scenario.spikes(0).nodes(Sku.A100, 1).job("j1").samples(60);
        return scenario;
    }

    @Test
    void aHotGpuClocksDownAndIsSlowByTheSameFactor() {
        List<Map<String, Object>> healthy = samples(oneNode().build());
        List<Map<String, Object>> hot =
                samples(oneNode().fault(FaultKind.THERMAL, 0, 2, 0, 1.3).build());
        assertThat(mean(hot, "st", 2) / mean(healthy, "st", 2)).isCloseTo(1.3, within(0.01));
        assertThat(mean(healthy, "sm", 2) / mean(hot, "sm", 2)).isCloseTo(1.3, within(0.02));
        assertThat(mean(hot, "tmp", 2) - mean(healthy, "tmp", 2)).isBetween(2.0, 18.0);
        assertThat(mean(hot, "thr", 2)).isEqualTo(0x20);
        assertThat(mean(hot, "st", 3)).isEqualTo(mean(healthy, "st", 3));
    }

    @Test
    void aBadLinkSlowsTheStepAndNobodysOwnTime() {
        List<Map<String, Object>> healthy = samples(oneNode().build());
        List<Map<String, Object>> bad =
                samples(oneNode().fault(FaultKind.NVLINK, 0, 2, 0, 1.7).build());
        assertThat(mean(bad, "st", 2)).isEqualTo(mean(healthy, "st", 2));
        double grown = steps(bad) / steps(healthy);
        assertThat(grown - 1).isCloseTo(0.18 * 0.7 / 1.18, within(0.01));
    }

    private static double steps(List<Map<String, Object>> samples) {
        return samples.stream()
                .mapToDouble(line -> ((Number) line.getOrDefault("T", 0)).doubleValue())
                .sum();
    }

    @Test
    void aMildFaultShowsHalfInTheClock() {
        List<Map<String, Object>> healthy = samples(oneNode().build());
        List<Map<String, Object>> mild =
                samples(oneNode().fault(FaultKind.MILD, 0, 2, 0, 1.1).build());
        assertThat(mean(mild, "st", 2) / mean(healthy, "st", 2)).isCloseTo(1.1, within(0.001));
        assertThat(mean(healthy, "sm", 2) / mean(mild, "sm", 2)).isCloseTo(1.05, within(0.01));
    }

    @Test
    void losesTheShareOfLinesThatItShould() {
        Scenario whole = oneNode().missing(0).build();
        Scenario holed = oneNode().missing(0.4).build();
        assertThat(samples(whole)).hasSize(60);
        assertThat(samples(holed)).hasSizeBetween(25, 47);
    }

    @Test
    void countersOnlyRise() {
        List<Double> counts =
                samples(Catalogue.named("M52").orElseThrow().scenario(3)).stream()
                        .filter(line -> "n0003".equals(line.get("node")))
                        .map(line -> mean(List.of(line), "nve", 4))
                        .toList();
        assertThat(counts).isSorted().last().satisfies(last -> assertThat(last).isPositive());
    }
}
