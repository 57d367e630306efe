package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.FieldCase;
import dev.farrier.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinfoTextTest {
    private static final FieldCase TABLE = new FieldCase("slurm-sinfo-01");
    private static final FieldCase MARKS = new FieldCase("slurm-sinfo-03");

    private static final Map<NodeName, SinfoText.Row> NODES =
            SinfoText.byNode(SinfoText.parse(TABLE.text("sinfo.txt")));

    @Test
    void asksForTheColumnsOfTheFieldCase() {
        assertThat(SinfoText.FORMAT).isEqualTo(FieldCase.member(TABLE.context(), "format"));
        assertThat((List<?>) FieldCase.member(TABLE.expect(), "columns")).hasSize(7);
    }

    @Test
    void listsANodeInTwoPartitionsOnce() {
        assertThat(NODES.keySet().stream().map(NodeName::value).toList())
                .isEqualTo(FieldCase.member(TABLE.expect(), "unique_nodes"));
        assertThat(SinfoText.parse(TABLE.text("sinfo.txt")))
                .extracting(SinfoText.Row::partition)
                .containsExactly(
                        "batch", "debug", "batch", "debug", "batch", "batch", "batch", "batch");
    }

    @Test
    void keepsTheStateWords() {
        Map<String, String> words =
                NODES.values().stream()
                        .collect(Collectors.toMap(row -> row.node().value(), SinfoText.Row::word));

        assertThat(words).isEqualTo(FieldCase.member(TABLE.expect(), "states"));
    }

    @Test
    void countsEachNodeOnce() {
        Map<?, ?> counts = (Map<?, ?>) FieldCase.member(TABLE.expect(), "counts");
        List<Standing> standings = NODES.values().stream().map(SinfoText.Row::standing).toList();

        assertThat(standings.stream().filter(Standing::isInService).count())
                .isEqualTo(counts.get("in_service"));
        assertThat(standings.stream().filter(Standing.DOWN::equals).count())
                .isEqualTo(counts.get("down"));
        assertThat(standings.stream().filter(s -> s != Standing.DOWN && !s.isInService()).count())
                .isEqualTo(counts.get("drained_or_rebooting"));
    }

    @Test
    void keepsAReasonThatIsBrokenOverLines() {
        SinfoText.Row row = SinfoText.parse(TABLE.text("sinfo.txt")).get(2);

        assertThat(row.node()).hasToString("gpu002");
        assertThat(row.reason())
                .contains("hc: gpu-xid[48] 0000:3b:00.0 = uncorrectable\nState=IDLE");
        assertThat(row.user()).contains("root");
        assertThat(row.at()).contains(Instant.parse("2026-11-30T09:32:17Z"));
    }

    static Stream<Arguments> marks() {
        return MARKS.text("sinfo.txt")
                .lines()
                .map(line -> line.split(" "))
                .map(
                        line ->
                                Arguments.of(
                                        line[0],
                                        line[1],
                                        FieldCase.member(MARKS.expect(), line[0])));
    }

    @ParameterizedTest(name = "{1} is {2}")
    @MethodSource("marks")
    void readsTheMarksBehindAWord(String node, String word, String standing) {
        assertThat(Standing.of(word).word()).as(node).isEqualTo(standing);
    }

    static Stream<Transcript> recordings() {
        return Transcript.VERSIONS.stream()
                .flatMap(version -> Transcript.all(version, "sinfo-N-o-").stream())
                .filter(recorded -> recorded.command().contains("'%N|%t|%T|"))
                .filter(recorded -> !recorded.stdout().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsTheShortAndTheLongWordAlike(Transcript recorded) {
        String[] fields = recorded.stdout().split("\\|", 4);

        assertThat(Standing.of(fields[1])).isEqualTo(Standing.of(fields[2]));
    }

    @Test
    void keepsBarsInAReason() {
        SinfoText.Row row =
                SinfoText.parse("n1|gpu*|drain|drained|a|b|root|c|root|2026-11-30T09:32:27\n")
                        .get(0);

        assertThat(row.reason()).contains("a|b|root|c");
        assertThat(row.partition()).isEqualTo("gpu");
    }

    @Test
    void takesNeitherUserNorTimeWithoutAReason() {
        SinfoText.Row row = SinfoText.parse("n1|gpu|idle|idle|none|root|Unknown\n").get(0);

        assertThat(row.reason()).isEmpty();
        assertThat(row.user()).isEmpty();
        assertThat(row.at()).isEmpty();
    }

    @Test
    void hasNoRowWhenNoNodeMatched() {
        assertThat(SinfoText.parse("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n",
                "\u0000\u0001|\n",
                "n1|gpu|idle|idle|none|root\n",
                "n1|gpu|idle|idle|root|Unknown\n",
                "n1|gpu|idle|idle|none|root|Unknown",
                "n1|gpu|idle|drained|x|root|Unknown\n",
                "n1|gpu|wat|wat|x|root|Unknown\n",
                "n 1|gpu|idle|idle|none|root|Unknown\n",
                "n1|gpu|drain|drained|x\nn2|gpu|idle|idle|none|root|Unknown\n|root|Unknown\n",
                "|||||Unknown\n",
                "Unknown\n"
            })
    void refusesWhatIsNoTable(String text) {
        assertThatThrownBy(() -> SinfoText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line ");
    }

    @Test
    void refusesEveryCutWithinARow() {
        String whole = TABLE.text("sinfo.txt");

        for (int end = 1; end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            if (cut.endsWith("\n") && !cut.endsWith("uncorrectable\n")) {
                assertThat(SinfoText.parse(cut)).isNotEmpty(); // a whole table of fewer rows
            } else {
                assertThatThrownBy(() -> SinfoText.parse(cut))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void answersEnormousText() {
        assertThat(SinfoText.parse("n1|gpu|idle|idle|none|root|Unknown\n".repeat(100_000)))
                .hasSize(100_000);
        for (String piece : List.of("x", "|", "\n", "|\n", "n1|")) {
            String text = piece.repeat(3_000_000 / piece.length());
            assertThatThrownBy(() -> SinfoText.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "idle+", "idle**?", "7", "nonsense"})
    void refusesAWordThatItDoesNotKnow(String word) {
        assertThatThrownBy(() -> Standing.of(word)).isInstanceOf(IllegalArgumentException.class);
    }
}
