package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScontrolNodeTextTest {
    private static final String HEAD =
            "NodeName=n1 Gres=(null) Version=24.11.5 OS=Linux 6 #1 SMP  State=IDLE+DRAIN Owner=N/A"
                    + " Partitions=gpu  AveWatts=0 ";

    static Stream<Transcript> lines() {
        return Transcript.VERSIONS.stream()
                .flatMap(version -> Transcript.all(version, "show-node-o-").stream());
    }

    static Stream<Transcript> linesWithBlocks() {
        return Transcript.VERSIONS.stream()
                .flatMap(version -> Transcript.all(version, "").stream())
                .filter(line -> line.command().startsWith("scontrol show node -o "))
                .filter(line -> Transcript.exists(line.version(), block(line)));
    }

    private static String block(Transcript line) {
        return line.name().replace("show-node-o", "show-node");
    }

    private static SlurmNode only(String text) {
        List<SlurmNode> nodes = ScontrolNodeText.parse(text).nodes();
        assertThat(nodes).hasSize(1);
        return nodes.get(0);
    }

    private static SlurmNode withReason(String reason) {
        return only(HEAD + "Reason=" + reason + "\n");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void readsEveryRecording(Transcript recorded) {
        SlurmNodes answer = ScontrolNodeText.parse(recorded.stdout());
        String asked = recorded.arguments().get(3);

        if (answer.nodes().isEmpty()) {
            assertThat(answer.notFound()).containsExactly(new NodeName(asked));
            return;
        }
        SlurmNode node = only(recorded.stdout());
        assertThat(node.name()).hasToString(asked);
        assertThat(node.version()).matches("|" + recorded.version() + "\\.\\d+");
        assertThat(node.partitions()).isNotEmpty();
        assertThat(recorded.stdout()).contains(" State=" + node.state().base());
        assertThat(node.reason().isPresent()).isEqualTo(recorded.stdout().contains(" Reason="));
        assertThat(node.reasonBy().isPresent()).isEqualTo(node.reason().isPresent());
        assertThat(node.reasonAt().isPresent()).isEqualTo(node.reason().isPresent());
    }

    @ParameterizedTest
    @MethodSource("linesWithBlocks")
    void readsBothFormsAlike(Transcript line) {
        Transcript block = Transcript.of(line.version(), block(line));

        assertThat(ScontrolNodeText.parse(line.stdout()))
                .isEqualTo(ScontrolNodeText.parse(block.stdout()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"22.05", "24.11", "26.05"})
    void tellsTheUnknownOneFromTheOthers(String version) {
        SlurmNodes answer =
                ScontrolNodeText.parse(
                        Transcript.of(version, "batch-partly-nonexistent-show").stdout());

        assertThat(answer.nodes())
                .extracting(node -> node.name().value())
                .containsExactly("node01", "node02");
        assertThat(answer.notFound()).containsExactly(new NodeName("nodeXX"));
    }

    @Test
    void readsWhoDrainedANodeWhenAndWhy() {
        SlurmNode node =
                only(Transcript.of("24.11", "show-node-o-maint-reservation-drain").stdout());

        assertThat(node.state().base()).isEqualTo("IDLE");
        assertThat(node.state().flags()).containsExactly("DRAIN", "MAINTENANCE", "RESERVED");
        assertThat(node.reason()).contains("hook: in maint");
        assertThat(node.reasonBy()).contains("root");
        assertThat(node.reasonAt()).contains(Instant.parse("2026-11-30T09:33:31Z"));
        assertThat(node.partitions()).containsExactly("gpu");
        assertThat(node.gres()).isEqualTo("gpu:h100:8");
    }

    @Test
    void keepsTheLinesOfAReason() {
        for (String version : Transcript.VERSIONS) {
            for (String form : List.of("show-node", "show-node-o")) {
                assertThat(
                                only(Transcript.of(version, "reason-newline-fake-" + form).stdout())
                                        .reason())
                        .contains(
                                "ok\n   State=IDLE ThreadsPerCore=1\n   Reason=none [root@2026-01-01T00:00:00]");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b State=IDLE Reason=c [root@2026-11-30T09:00:00]      | a=b State=IDLE Reason=c | root",
                "gpu [3] [root@2026-01-01T00:00:00] [al@2026-11-30T09:00:00] | gpu [3] [root@2026-01-01T00:00:00] | al",
                "x [root@2026-11-30T09:00:00] Comment=c Extra=e          | x | root",
                "x [root@2026-11-30T09:00:00] NewField=7                 | x | root",
                "x [root@2026-11-30T09:00:00] Comment=y [al@2026-11-30T09:00:00] | x [root@2026-11-30T09:00:00] Comment=y | al",
                "x [al@site@2026-11-30T09:00:00]                         | x | al@site",
                "x [root@Unknown]                                        | x | root",
                "x [root@2026-13-30]                                     | x [root@2026-13-30] | ",
                "x                                                       | x | ",
            })
    void takesTheLongerTextWhereAReasonImitatesFields(String printed, String reason, String user) {
        SlurmNode node = withReason(printed);

        assertThat(node.reason()).contains(reason);
        assertThat(node.reasonBy()).isEqualTo(Optional.ofNullable(user));
        assertThat(node.state().flags()).containsExactly("DRAIN");
    }

    @Test
    void doesNotReadAReasonOutOfAComment() {
        SlurmNode node =
                only(HEAD + "Comment=x Reason=fake [root@2026-11-30T09:00:00] State=DOWN\n");

        assertThat(node.reason()).isEmpty();
        assertThat(node.state().base()).isEqualTo("IDLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(null)", "none", "", " "})
    void takesSlurmsWordsForNoReason(String word) {
        SlurmNode node = withReason(word + " [root@2026-11-30T09:00:00]");

        assertThat(node.reason()).isEmpty();
        assertThat(node.reasonBy()).isEmpty();
        assertThat(node.reasonAt()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DOWN*+DRAIN, DOWN, 'DRAIN,NOT_RESPONDING'",
        "IDLE~, IDLE, POWERED_DOWN",
        "MIXED+CLOUD#, MIXED, 'CLOUD,POWERING_UP'",
        "IDLE+SOME_NEW_FLAG, IDLE, SOME_NEW_FLAG"
    })
    void readsMarksBehindAStateWord(String word, String base, String flags) {
        SlurmState state = SlurmState.ofWord(word);

        assertThat(state.base()).isEqualTo(base);
        assertThat(state.flags()).containsExactly(flags.split(","));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "DRAIN", "IDLE+DOWN", "IDLE+", "+IDLE", "IDLE DRAIN", "IDLE+!"})
    void refusesAStateThatItDoesNotKnow(String word) {
        assertThatThrownBy(() -> SlurmState.ofWord(word))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\u0000\u0001\n",
                "\u007fELF\ufffd\n",
                "slurm_load_node error\n",
                "Node  not found\n",
                "Node a b not found\n",
                "NodeName=n1 State=\n",
                "NodeName=n1 State=NONSENSE\n",
                "NodeName= State=IDLE\n",
                "NodeName=n1\n",
                "{\"nodes\":[]}\n"
            })
    void refusesWhatIsNoAnswer(String text) {
        assertThatThrownBy(() -> ScontrolNodeText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(300));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show-node-o-idle-drain",
                "show-node-idle-drain",
                "reason-newline-show-node"
            })
    void refusesEveryCut(String name) {
        String whole = Transcript.of("24.11", name).stdout();

        for (int end = 0; end < whole.length(); end++) {
            String cut = whole.substring(0, end);
            assertThatThrownBy(() -> ScontrolNodeText.parse(cut))
                    .as(cut)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void readsAnEnormousReason() {
        for (String piece :
                List.of(
                        "x",
                        "]",
                        " [",
                        " [a@2026-11-30T09:00:00]",
                        " [root@2026-11-30T09:00:00]         ",
                        "@",
                        " ")) {
            String text = piece.repeat(3_000_000 / piece.length());
            SlurmNode node = withReason(text + "x [root@2026-11-30T09:00:00]");
            assertThat(node.reason().orElseThrow()).hasSizeGreaterThan(1_000_000);
        }
    }

    @Test
    void refusesEnormousNonsenseWithAShortMessage() {
        for (String piece : List.of("x", "NodeName=", "\n", "NodeName=n1\n", "+", " State=")) {
            String text = "NodeName=n1 State=" + piece.repeat(3_000_000 / piece.length()) + "\n";
            assertThatThrownBy(() -> ScontrolNodeText.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(400));
        }
    }

    @Test
    void readsTheLinesOfALargeCluster() {
        String line = HEAD + "Reason=x [root@2026-11-30T09:00:00]\n";

        assertThat(ScontrolNodeText.parse(line.repeat(10_000)).nodes()).hasSize(10_000);
    }

    @Property
    void neverFailsOtherwiseThanByRefusal(@ForAll String text) {
        try {
            assertThat(ScontrolNodeText.parse(HEAD + "Reason=" + text + "\n").nodes()).isNotEmpty();
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
    }
}
