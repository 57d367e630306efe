package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.FieldCase;
import dev.farrier.action.NodeState;
import dev.farrier.action.OwnerRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinfoTableTest {
    private static final FieldCase TABLE = new FieldCase("slurm-sinfo-01");
    private static final FieldCase MARKS = new FieldCase("slurm-sinfo-03");

    private static SinfoTable parse(String text) {
        return SinfoTable.parse(text, SinfoTable.USUAL);
    }

    @Test
    void namesTheColumnsOfAFormat() {
        String format = (String) FieldCase.member(TABLE.context(), "format");

        assertThat(SinfoTable.parse(TABLE.text("sinfo.txt"), format).columns())
                .isEqualTo(FieldCase.member(TABLE.expect(), "columns"));
        assertThat(SinfoTable.USUAL).isEqualTo(format);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PARTITION AVAIL NODES STATE NODELIST\nbig up 1 drain gpu001\nold up 0 n/a \n",
                "PARTITION AVAIL NODES STATE NODELIST\nold up 0 n/a\nbig up 1 drain gpu001\n",
                "PARTITION NODES(A/I/O/T) NODELIST\nold 0/0/0/0 \nbig 0/0/1/1 gpu001\n"
            })
    void passesOverAPartitionWithoutNodes(String table) {
        assertThat(SinfoTable.parse(table, "").rows())
                .singleElement()
                .satisfies(row -> assertThat(row.nodes()).containsExactly("gpu001"));
    }

    @Test
    void keepsAReasonThatIsBrokenOverLines() {
        SinfoTable.Row row = parse(TABLE.text("sinfo.txt")).rows().get(2);

        assertThat(row.nodes()).containsExactly("gpu002");
        assertThat(row.field("reason"))
                .isEqualTo("hc: gpu-xid[48] 0000:3b:00.0 = uncorrectable\nState=IDLE");
        assertThat(row.field("user")).isEqualTo("root");
        assertThat(row.field("time")).isEqualTo("2026-11-30T09:32:17");
    }

    static Stream<Arguments> marks() {
        return SinfoTable.parse(MARKS.text("sinfo.txt"), "%N %t").rows().stream()
                .map(
                        row ->
                                Arguments.of(
                                        row.stateWord(),
                                        row.standing(),
                                        FieldCase.member(MARKS.expect(), row.nodes().get(0))));
    }

    @ParameterizedTest(name = "{0} is {2}")
    @MethodSource("marks")
    void readsTheMarksBehindAWord(String word, Standing standing, String expected) {
        assertThat(standing.word()).as(word).isEqualTo(expected);
    }

    static Stream<Transcript> recordings() {
        return Transcript.VERSIONS.stream()
                .flatMap(version -> Transcript.all(version, "sinfo-N-o-").stream())
                .filter(recorded -> recorded.command().contains("'%N|%t|%T|%C|%G|%E|%u|%U|%H'"))
                .filter(recorded -> !recorded.stdout().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void readsWhatEachVersionPrints(Transcript recorded) {
        SinfoTable table = SinfoTable.parse(recorded.stdout(), "%N|%t|%T|%C|%G|%E|%u|%U|%H");

        assertThat(table.rows()).isNotEmpty();
        assertThat(recorded.command()).contains("-n " + table.rows().get(0).nodes().get(0));
        assertThat(table.rows()).extracting(SinfoTable.Row::standing).isNotEmpty();
    }

    @Test
    void readsATableByItsHeader() {
        SinfoTable table =
                SinfoTable.parse(
                        """
                        Mon Nov 30 09:32:20 2026
                        NODELIST   NODES PARTITION       STATE CPUS REASON
                        node01         1      gpu*        idle 16   none
                        node02         1      gpu*    drained* 16   fan 3 slow
                        """,
                        "");

        assertThat(table.rows().get(0).hasReason()).isFalse();
        assertThat(table.rows().get(1).field("reason")).isEqualTo("fan 3 slow");
        assertThat(table.rows().get(1).standing()).isEqualTo(Standing.DRAINED_NOT_RESPONDING);
    }

    @Test
    void readsTheListOfReasonsAlthoughTheyStandFirst() {
        SinfoTable table =
                SinfoTable.parse(
                        """
                        REASON               USER      TIMESTAMP           NODELIST
                        Not responding       slurm     2026-11-30T09:31:54 node[02-03]
                        fan 3                root      2026-11-30T09:33:05 node01
                        """,
                        "");

        assertThat(table.rows()).hasSize(2);
        assertThat(table.rows().get(0).field("reason")).isEqualTo("Not responding");
        assertThat(table.rows().get(0).nodes()).containsExactly("node02", "node03");
    }

    @Test
    void keepsBarsInAReason() {
        SinfoTable.Row row =
                parse("n1|gpu*|drain|drained|a|b|root|c|root|2026-11-30T09:32:27\n").rows().get(0);

        assertThat(row.field("reason")).isEqualTo("a|b|root|c");
    }

    @Test
    void hasNoRowWhenNoNodeMatched() {
        assertThat(parse("").rows()).isEmpty();
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
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "N", "%N%t", "%10"})
    void refusesAFormatThatItCannotRead(String format) {
        assertThatThrownBy(() -> SinfoTable.parse("n1idle\n", format))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answersEnormousText() {
        assertThat(parse("n1|gpu|idle|idle|none|root|Unknown\n".repeat(100_000)).rows())
                .hasSize(100_000);
        for (String piece : List.of("x", "|", "\n", "|\n", "n1|", "n1|gpu|idle|idle|\n")) {
            String text = piece.repeat(3_000_000 / piece.length());
            assertThatThrownBy(() -> parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "idle+", "idle**?", "7", "nonsense"})
    void refusesAWordThatItDoesNotKnow(String word) {
        assertThatThrownBy(() -> Standing.of(word)).isInstanceOf(IllegalArgumentException.class);
    }

    static Stream<Transcript> jsons() {
        return Transcript.VERSIONS.stream()
                .flatMap(version -> Transcript.all(version, "sinfo-json-").stream())
                .filter(recorded -> recorded.command().contains("-n node01"))
                .filter(recorded -> recorded.exitCode() == 0);
    }

    @ParameterizedTest
    @MethodSource("jsons")
    void readsTheSameFromTheJsonOfSinfoAsFromScontrol(Transcript recorded) {
        String situation = recorded.name().substring("sinfo-json-".length());
        if (!Transcript.exists(recorded.version(), "show-node-o-" + situation)) {
            return;
        }
        String text = Transcript.of(recorded.version(), "show-node-o-" + situation).stdout();
        OwnerRule owners = OwnerRule.ofFarrier("slurm");
        for (NodeState seen : SlurmOutput.sinfo(recorded.stdout(), owners)) {
            if (seen.node().value().equals("node01") && text.startsWith("NodeName=node01 ")) {
                NodeState told = SlurmOutput.nodes(text, owners).nodes().get(0);
                assertThat(seen.base()).isEqualTo(told.base());
                assertThat(seen.drained()).isEqualTo(told.drained());
                assertThat(seen.reason()).isEqualTo(told.reason());
                assertThat(seen.owner()).isEqualTo(told.owner());
            }
        }
    }

    @Test
    void saysOfAStateWhatSinfoWouldSay() {
        Map<String, Standing> words =
                Map.of(
                        "IDLE", Standing.IN_SERVICE,
                        "IDLE+PLANNED", Standing.IN_SERVICE,
                        "MIXED+DRAIN", Standing.DRAINING,
                        "DOWN+DRAIN", Standing.DRAINED,
                        "DOWN*+DRAIN", Standing.DRAINED_NOT_RESPONDING,
                        "IDLE+DRAIN+REBOOT_REQUESTED", Standing.REBOOT_REQUESTED,
                        "IDLE+MAINTENANCE+RESERVED", Standing.MAINTENANCE,
                        "IDLE+RESERVED", Standing.IN_SERVICE_RESERVED,
                        "ALLOCATED+FAIL", Standing.FAILING,
                        "IDLE+CLOUD+POWERED_DOWN", Standing.POWERED_DOWN);
        words.forEach(
                (word, standing) ->
                        assertThat(Standing.of(SlurmState.ofWord(word)))
                                .as(word)
                                .isEqualTo(standing));
    }
}
