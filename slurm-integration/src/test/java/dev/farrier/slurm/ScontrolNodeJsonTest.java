package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScontrolNodeJsonTest {
    /** A situation as text, and as JSON: scontrol's, or for 22.05 sinfo's. */
    record Pair(Transcript text, Transcript json) {
        @Override
        public String toString() {
            return text.toString();
        }
    }

    static Stream<Pair> pairs() {
        return Transcript.VERSIONS.stream()
                .flatMap(
                        version -> {
                            String json =
                                    version.equals("22.05") ? "sinfo-json-" : "show-node-json-";
                            return Transcript.all(version, json).stream()
                                    .map(
                                            recorded ->
                                                    new Pair(
                                                            Transcript.of(
                                                                    version,
                                                                    recorded.name()
                                                                            .replace(
                                                                                    json,
                                                                                    "show-node-o-")),
                                                            recorded));
                        });
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agreesWithTheText(Pair recorded) {
        List<SlurmNode> text = ScontrolNodeText.parse(recorded.text().stdout()).nodes();
        List<SlurmNode> json = ScontrolNodeJson.parse(recorded.json().stdout()).nodes();
        if (text.isEmpty()) {
            assertThat(recorded.text().stdout()).endsWith(" not found\n");
            return;
        }
        SlurmNode expected = text.get(0);

        assertThat(json)
                .filteredOn(node -> node.name().equals(expected.name()))
                .containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void hasNoNodeWhereSlurmKnowsNone(String version) {
        String json = Transcript.of(version, "nonexistent-show-json").stdout();

        assertThat(ScontrolNodeJson.parse(json).nodes()).isEmpty();
    }

    @Test
    void readsThe2205DocumentOfSinfo() {
        List<SlurmNode> nodes =
                ScontrolNodeJson.parse(
                                Transcript.of("22.05", "reason22-newline-sinfo-json").stdout())
                        .nodes();

        assertThat(nodes).hasSize(3);
        assertThat(nodes.get(2).reason()).contains("line1\nline2");
        assertThat(nodes.get(2).state()).isEqualTo(SlurmState.ofWord("IDLE+DRAIN"));
        assertThat(nodes.get(2).version()).isEqualTo("22.05.8");
    }

    @Test
    void readsFeaturesAsListAndAsText() {
        assertThat(node("\"active_features\":[\"a\",\"b\"]").features()).containsExactly("a", "b");
        assertThat(node("\"active_features\":\"a,b\"").features()).containsExactly("a", "b");
        assertThat(node("\"active_features\":\"\"").features()).isEmpty();
    }

    @Test
    void readsTimesOfAllVersions() {
        Instant time = Instant.ofEpochSecond(1796031148);
        String reason = "\"reason\":\"x\",\"reason_set_by_user\":\"root\",\"reason_changed_at\":";

        assertThat(node(reason + "1796031148").reasonAt()).contains(time);
        assertThat(node(reason + "{\"set\":true,\"number\":1796031148}").reasonAt()).contains(time);
        assertThat(node(reason + "{\"set\":false,\"number\":1796031148}").reasonAt()).isEmpty();
        assertThat(node(reason + "0").reasonAt()).isEmpty();
        assertThat(node(reason + "99999999999999").reasonAt()).isEmpty();
        assertThat(node("\"reason\":\"\",\"reason_set_by_user\":\"root\"").reasonBy())
                .isEqualTo(Optional.empty());
    }

    private static SlurmNode node(String members) {
        return ScontrolNodeJson.parse(
                        "{\"nodes\":[{\"name\":\"n1\",\"state\":[\"DRAIN\",\"IDLE\"],"
                                + members
                                + "}]}")
                .nodes()
                .get(0);
    }

    @Test
    void refusesTheSinfoDocumentOfLaterVersions() {
        String json = Transcript.of("24.11", "sinfo-json-idle").stdout();

        assertThatThrownBy(() -> ScontrolNodeJson.parse(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected a list \"nodes\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "\u0000",
                "{\"nodes\":{}}",
                "{\"nodes\":[1]}",
                "{\"nodes\":[{}]}",
                "{\"nodes\":[{\"name\":\"n1\"}]}",
                "{\"nodes\":[{\"name\":\"n1\",\"state\":[]}]}",
                "{\"nodes\":[{\"name\":\"n1\",\"state\":[1]}]}",
                "{\"nodes\":[{\"name\":\"n1\",\"state\":7}]}",
                "{\"nodes\":[{\"name\":\"n 1\",\"state\":[\"IDLE\"]}]}",
                "{\"nodes\":[{\"name\":\"n1\",\"state\":[\"IDLE\"],\"reason\":7}]}",
                "{\"nodes\":[],\"errors\":[{\"description\":\"no\"}]}"
            })
    void refusesWhatIsNoAnswer(String json) {
        assertThatThrownBy(() -> ScontrolNodeJson.parse(json))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesEveryCut() {
        String whole = Transcript.of("24.11", "show-node-json-idle-drain").stdout().strip();

        for (int end = 0; end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            assertThatThrownBy(() -> ScontrolNodeJson.parse(cut))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void readsALargeCluster() {
        String node =
                "{\"name\":\"n1\",\"state\":[\"IDLE\"],\"comment\":\"" + "x".repeat(1000) + "\"}";

        assertThat(
                        ScontrolNodeJson.parse(
                                        "{\"nodes\":[" + (node + ",").repeat(4999) + node + "]}")
                                .nodes())
                .hasSize(5000);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesEnormousAndBinaryText(String text) {
        for (Function<String, SlurmNodes> parser :
                List.<Function<String, SlurmNodes>>of(ScontrolNodeJson::parse, SinfoJson::parse)) {
            assertThatThrownBy(() -> parser.apply(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
        }
    }
}
