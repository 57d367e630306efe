package dev.farrier.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.FieldCase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerRuleTest {
    private static final OwnerRule RULE = OwnerRule.ofFarrier("slurmd-user");
    private static final String OURS = Reason.ofFaults(List.of("gpu.xid"), "gpu 0").text();
    private static final String MANUAL = Reason.ofPerson("new DIMM").text();

    private static Owner author(String text, String user) {
        return RULE.author(text, Optional.of(user));
    }

    static Stream<Arguments> reasons() {
        FieldCase field = new FieldCase("slurm-reason-01");
        OwnerRule rule =
                new OwnerRule(
                        (String) FieldCase.member(field.context(), "our_reason_prefix"),
                        false,
                        Set.of("root", "slurm"));
        List<?> texts = field.list("reasons.json");
        List<?> owners = (List<?>) FieldCase.member(field.expect(), "owners");
        List<?> ours = (List<?>) FieldCase.member(field.expect(), "may_resume");
        List<?> kept = (List<?>) FieldCase.member(field.expect(), "must_keep");
        return IntStream.range(0, texts.size())
                .mapToObj(
                        i ->
                                Arguments.of(
                                        rule,
                                        texts.get(i),
                                        owners.get(i),
                                        ours.contains((long) i),
                                        kept.contains((long) i)));
    }

    @ParameterizedTest(name = "{1} is {2}")
    @MethodSource("reasons")
    void tellsWhoseAReasonIs(
            OwnerRule rule, String text, String owner, boolean mayResume, boolean mustKeep) {
        Owner author = rule.author(text, Optional.of("root"));

        assertThat(author.word()).isEqualTo(owner);
        assertThat(author == Owner.OURS).isEqualTo(mayResume);
        assertThat(mustKeep && (author == Owner.OURS || author == Owner.NONE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "slurmd-user"})
    void takesOurTextFromRootAndSlurmsUser(String user) {
        assertThat(author(OURS, user)).isEqualTo(Owner.OURS);
        assertThat(author(MANUAL, user)).isEqualTo(Owner.MANUAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "slurm", "", "ROOT"})
    void leavesOurTextToWhoeverElseSetIt(String user) {
        assertThat(author(OURS, user)).isEqualTo(Owner.EDITED);
        assertThat(author(MANUAL, user)).isEqualTo(Owner.EDITED);
    }

    @Test
    void leavesOurTextAloneWhenNobodyIsNamed() {
        assertThat(RULE.author(OURS, Optional.empty())).isEqualTo(Owner.EDITED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " : reboot issued",
                " : reboot issued : reboot timed out",
                " : Not responding",
                " : reboot issued : reboot timed out : Not responding"
            })
    void seesThroughWhatSlurmAppends(String suffix) {
        for (String user : List.of("root", "slurmd-user", "slurm")) {
            assertThat(author(OURS + suffix, user)).isEqualTo(Owner.OURS);
            assertThat(author(MANUAL + suffix, user)).isEqualTo(Owner.MANUAL);
        }
        assertThat(author(OURS + suffix, "alice")).isEqualTo(Owner.EDITED);
        assertThat(author("bad fan" + suffix, "slurm")).isEqualTo(Owner.ADMIN);
    }

    @Test
    void seesThroughOneOuterPairOfQuotes() {
        assertThat(author('"' + OURS + '"', "root")).isEqualTo(Owner.OURS);
        assertThat(author('"' + OURS + '"' + " : reboot issued", "slurm")).isEqualTo(Owner.OURS);
        assertThat(author('"' + OURS + " : reboot issued" + '"', "slurm")).isEqualTo(Owner.OURS);
        assertThat(author("\"\"" + OURS + "\"\"", "root")).isNotEqualTo(Owner.OURS);
        assertThat(author('"' + OURS, "root")).isEqualTo(Owner.ADMIN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                " -- keep",
                " : reboot Issued",
                ", ticket 7",
                "\nState=IDLE",
                " : reboot issued -- keep"
            })
    void leavesAnEditedTextToItsEditor(String edit) {
        assertThat(author(OURS + edit, "root")).isEqualTo(Owner.EDITED);
        assertThat(author(MANUAL + edit, "root")).isEqualTo(Owner.EDITED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "farrier:",
                "farrier: gpu down",
                "farrier:00000000 gpu.xid gpu 0",
                "farrier:manual"
            })
    void takesOurPrefixWithoutTheRightChecksumForEdited(String text) {
        assertThat(author(text, "root")).isEqualTo(Owner.EDITED);
    }

    @Test
    void wantsThePrefixExactly() {
        for (String text : List.of(" " + OURS, "Farrier" + OURS.substring(7), "see " + OURS)) {
            assertThat(author(text, "root")).isEqualTo(Owner.ADMIN);
        }
    }

    @Test
    void keepsAPersonsTextThatLooksLikeASuffix() {
        String text = Reason.ofPerson("reset : reboot issued").text();

        assertThat(author(text, "root")).isEqualTo(Owner.MANUAL);
        assertThat(author(text, "slurm")).isEqualTo(Owner.EDITED);
    }

    @Test
    void takesOnlyTheCodeManualForAPersons() {
        assertThat(author(Reason.ofFaults(List.of("manual.page"), "x").text(), "root"))
                .isEqualTo(Owner.OURS);
        assertThat(author(Reason.ofFaults(List.of("manual"), "").text(), "root"))
                .isEqualTo(Owner.MANUAL);
    }

    @Test
    void countsATextBehindDashesAsAnEditorsWithoutChecksum() {
        OwnerRule plain = new OwnerRule("hc: ", false, Set.of("root"));

        assertThat(plain.author("hc: ib0 down", Optional.of("root"))).isEqualTo(Owner.OURS);
        assertThat(plain.author("hc: manual x", Optional.of("root"))).isEqualTo(Owner.MANUAL);
        assertThat(plain.author("hc: ib0 -- keep", Optional.of("root"))).isEqualTo(Owner.EDITED);
        assertThat(plain.author("hc: ib0 : reboot issued", Optional.of("slurm")))
                .isEqualTo(Owner.OURS);
        assertThat(plain.author("hc: ib0", Optional.of("slurm"))).isEqualTo(Owner.EDITED);
        String signed = Reason.ofPerson("wait -- for part").text();
        assertThat(author(signed, "root")).isEqualTo(Owner.MANUAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Not responding                                                | SLURM",
                "Reboot ASAP : reboot issued                                   | SLURM",
                "gres/gpu count reported lower than configured (7 < 8)         | SLURM",
                "Low RealMemory (reported:1 < 100.00% of configured:2)         | SLURM",
                "Not responding to ping                                        | ADMIN",
                "not responding                                                | ADMIN",
                "NHC: check_fs_mount                                           | NHC",
                "nhc: check                                                    | ADMIN",
                "[node_problem] ib down [hc_program]                           | OTHER_TOOL",
                "[two words] ib down                                           | ADMIN",
                "[] ib down                                                    | ADMIN",
                "power supply                                                  | ADMIN",
            })
    void knowsTheTextsOfOthers(String text, Owner owner) {
        assertThat(author(text, "root")).isEqualTo(owner);
        assertThat(RULE.author(text, Optional.empty())).isEqualTo(owner);
    }

    @Test
    void takesSlurmsTextFromAPersonForThePersons() {
        assertThat(author("Kill task failed", "alice")).isEqualTo(Owner.ADMIN);
    }

    @Test
    void doesNotTakeALeftoverTextForADrain() {
        assertThat(RULE.owner(Optional.of(OURS), Optional.of("root"), false)).isEqualTo(Owner.NONE);
        assertThat(RULE.owner(Optional.of(OURS), Optional.of("root"), true)).isEqualTo(Owner.OURS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "(null)", "none"})
    void doesNotKnowWhoseADrainWithoutATextIs(String text) {
        assertThat(RULE.owner(Optional.of(text), Optional.of("root"), true))
                .isEqualTo(Owner.UNKNOWN);
        assertThat(RULE.owner(Optional.empty(), Optional.empty(), true)).isEqualTo(Owner.UNKNOWN);
    }

    @Test
    void refusesAChecksumUnderAnotherPrefix() {
        assertThatThrownBy(() -> new OwnerRule("hc: ", true, Set.of("root")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answersEnormousText() {
        assertThat(author("\"".repeat(1_000_000), "root")).isEqualTo(Owner.ADMIN);
        assertThat(author(OURS + " : reboot issued".repeat(10_000), "root")).isEqualTo(Owner.OURS);
    }
}
