package dev.farrier.slurm;

import static dev.farrier.action.ActionResult.Outcome.ALREADY_SO;
import static dev.farrier.action.ActionResult.Outcome.APPLIED;
import static dev.farrier.action.ActionResult.Outcome.FAILED;
import static dev.farrier.action.ActionResult.Outcome.LEFT_ALONE;
import static dev.farrier.action.ActionResult.Outcome.NOT_OURS;
import static dev.farrier.action.ActionResult.Outcome.NO_SUCH_NODE;
import static dev.farrier.action.ActionResult.Outcome.UNCONFIRMED;
import static dev.farrier.slurm.ScriptedRunner.json;
import static dev.farrier.slurm.ScriptedRunner.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.ActionResult.Outcome;
import dev.farrier.action.NodeController.Whose;
import dev.farrier.action.NodeState;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.Reason;
import dev.farrier.action.SchedulerUnavailableException;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult.End;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmNodeControllerTest {
    private static final Reason REASON = Reason.ofFaults(List.of("gpu.xid"), "gpu 0000:3b:00.0");
    private static final Reason PERSONS = Reason.ofPerson("new DIMM");
    private static final String OURS = "n1 IDLE+DRAIN " + REASON.text();
    private static final String MANUAL = "n1 IDLE+DRAIN " + PERSONS.text();
    private static final String ADMINS = "n1 IDLE+DRAIN ticket 17";

    private final ScriptedRunner slurm = new ScriptedRunner();

    private SlurmNodeController controller() {
        return new SlurmNodeController(slurm, SlurmSettings.of("/usr/bin/scontrol"));
    }

    private static Set<NodeName> nodes(String... names) {
        Set<NodeName> nodes = new LinkedHashSet<>();
        for (String name : names) {
            nodes.add(new NodeName(name));
        }
        return nodes;
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private ActionResult drain(Reason reason) throws InterruptedException {
        return controller().drain(nodes("n1"), reason, Whose.NOBODY, soon()).get(0);
    }

    private ActionResult resume(Whose whose) throws InterruptedException {
        return controller().resume(nodes("n1"), whose, soon()).get(0);
    }

    @Test
    void sendsNothingButTheConfigurationInTheEnvironment() throws Exception {
        SlurmSettings settings =
                new SlurmSettings(
                        "/opt/slurm/bin/scontrol",
                        Optional.of("/run/slurm/conf/slurm.conf"),
                        Duration.ofSeconds(2),
                        OwnerRule.ofFarrier("slurm"));
        slurm.prints(json("n1 IDLE")).prints("").prints(json(OURS));

        new SlurmNodeController(slurm, settings).drain(nodes("n1"), REASON, Whose.NOBODY, soon());

        Map<String, String> environment = Map.of("SLURM_CONF", "/run/slurm/conf/slurm.conf");
        assertThat(slurm.sent())
                .containsExactly(
                        new Command(
                                List.of("/opt/slurm/bin/scontrol", "show", "node", "n1", "--json"),
                                environment),
                        new Command(
                                List.of(
                                        "/opt/slurm/bin/scontrol",
                                        "update",
                                        "NodeName=n1",
                                        "State=DRAIN",
                                        "Reason=" + REASON.text()),
                                environment),
                        new Command(
                                List.of("/opt/slurm/bin/scontrol", "show", "node", "n1", "--json"),
                                environment));
        assertThat(slurm.allowed()).allMatch(time -> time.compareTo(Duration.ofSeconds(2)) <= 0);
    }

    @Test
    void wantsAnAbsolutePath() {
        assertThatThrownBy(() -> SlurmSettings.of("scontrol"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/usr/bin/scontrol");
    }

    @Test
    void keepsToTheDeadlineOfTheCaller() throws Exception {
        slurm.ends(End.TIMED_OUT);

        controller().drain(nodes("n1"), REASON, Whose.NOBODY, Deadline.in(Duration.ofMillis(700)));

        assertThat(slurm.allowed().get(0)).isLessThanOrEqualTo(Duration.ofMillis(700));
    }

    @Test
    void sendsNothingWhenNoTimeIsLeft() throws Exception {
        slurm.prints(json("n1 IDLE"));

        List<ActionResult> results =
                controller().drain(nodes("n1"), REASON, Whose.NOBODY, Deadline.in(Duration.ZERO));

        assertThat(results).extracting(ActionResult::outcome).containsExactly(FAILED);
        assertThat(slurm.updates()).isEmpty();
    }

    @Test
    void asksOnceForSeveralNodes() throws Exception {
        slurm.prints(lines("n1 IDLE", "n2 MIXED", "n3 DOWN"));

        Map<NodeName, NodeState> states = controller().states(nodes("n1", "n2", "n3"), soon());

        assertThat(states).containsOnlyKeys(nodes("n1", "n2", "n3"));
        assertThat(slurm.sent().get(0).argv())
                .containsExactly("/usr/bin/scontrol", "show", "node", "-o", "n[1-3]");
    }

    @Test
    void asksForJsonNoMoreOnceRefused() throws Exception {
        SlurmNodeController controller = controller();
        slurm.exit(1, "", "scontrol: unrecognized option '--json'\n")
                .prints(lines("n1 IDLE"))
                .prints(lines("n1 IDLE"));

        controller.states(nodes("n1"), soon());
        controller.states(nodes("n1"), soon());

        assertThat(slurm.sent()).hasSize(3);
        assertThat(slurm.sent().get(2).argv()).contains("-o");
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE+MAINTENANCE+RESERVED, MAINTENANCE",
        "IDLE+REBOOT_REQUESTED, REBOOT_REQUESTED",
        "DOWN+REBOOT_ISSUED, DOWN",
        "IDLE+CLOUD+POWERED_DOWN, POWERED_DOWN",
        "IDLE+CLOUD+POWERING_DOWN, POWERING_DOWN",
        "MIXED+POWER_DOWN, POWER_DOWN",
        "IDLE+POWERING_UP, POWERING_UP",
        "IDLE+PLANNED, PLANNED",
        "IDLE+NOT_RESPONDING, NOT_RESPONDING",
        "IDLE+FAIL, FAIL",
        "IDLE+INVALID_REG, INVALID_REG",
        "DOWN, DOWN",
        "FUTURE, FUTURE",
        "UNKNOWN, UNKNOWN",
        "ERROR, ERROR"
    })
    void leavesAloneWhatIsOnlyObserved(String state, String why) throws Exception {
        slurm.prints(json("n1 " + state));

        ActionResult result = drain(REASON);

        assertThat(result.outcome()).isEqualTo(LEFT_ALONE);
        assertThat(result.detail()).isEqualTo("only observed: " + why);
        assertThat(slurm.updates()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "IDLE",
                "MIXED",
                "ALLOCATED",
                "IDLE+RESERVED",
                "IDLE+CLOUD",
                "IDLE+DYNAMIC_NORM",
                "ALLOCATED+COMPLETING"
            })
    void drainsANodeThatWorks(String state) throws Exception {
        slurm.prints(json("n1 " + state)).prints("").prints(json(OURS));

        assertThat(drain(REASON).outcome()).isEqualTo(APPLIED);
    }

    @Test
    void takesAPersonsDrainForDoneOnlyForAPerson() throws Exception {
        slurm.prints(json(MANUAL)).prints(json(MANUAL)).prints(json(OURS));

        assertThat(drain(REASON).outcome()).isEqualTo(NOT_OURS);
        assertThat(drain(PERSONS).outcome()).isEqualTo(ALREADY_SO);
        assertThat(drain(PERSONS).outcome()).isEqualTo(ALREADY_SO);
        assertThat(slurm.updates()).isEmpty();
    }

    @Test
    void saysWhoseADrainIs() throws Exception {
        slurm.prints(json(ADMINS));

        assertThat(drain(REASON).detail()).isEqualTo("admin by root: ticket 17");
    }

    @Test
    void seesWhenSomebodyElseWasQuicker() throws Exception {
        slurm.prints(json("n1 IDLE")).prints("").prints(json(ADMINS));

        assertThat(drain(REASON).outcome()).isEqualTo(NOT_OURS);
    }

    @Test
    void doesNotBelieveASuccessThatItCannotSee() throws Exception {
        slurm.prints(json("n1 IDLE")).prints("").prints(json("n1 IDLE"));

        assertThat(drain(REASON).outcome()).isEqualTo(FAILED);
    }

    @Test
    void doesNotConfirmWhatItCannotReadBack() throws Exception {
        slurm.prints(json("n1 IDLE")).prints("").ends(End.TIMED_OUT);

        ActionResult result = drain(REASON);

        assertThat(result.outcome()).isEqualTo(UNCONFIRMED);
        assertThat(result.after()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = End.class,
            names = {"TIMED_OUT", "STUCK", "TOO_MUCH_OUTPUT"})
    void takesAKilledCallForUnconfirmed(End end) throws Exception {
        slurm.prints(json("n1 IDLE")).ends(end).prints(json("n1 IDLE"));

        assertThat(drain(REASON).outcome()).isEqualTo(UNCONFIRMED);
        assertThat(slurm.updates()).hasSize(1); // nothing is retried
    }

    @Test
    void confirmsAKilledCallThatLanded() throws Exception {
        slurm.prints(json("n1 IDLE")).ends(End.TIMED_OUT).prints(json(OURS));

        assertThat(drain(REASON).outcome()).isEqualTo(APPLIED);
    }

    @ParameterizedTest
    @CsvSource({
        "slurm_update error: Socket timed out on send/recv operation, UNCONFIRMED",
        "slurm_update error: Unable to contact slurm controller (connect failure), FAILED",
        "slurm_update error: Protocol authentication error, FAILED",
        "slurm_update error: Invalid user id, FAILED"
    })
    void tellsAnAnswerThatMayComeLaterFromARefusal(String stderr, Outcome expected)
            throws Exception {
        slurm.prints(json("n1 IDLE")).exit(1, "", stderr).prints(json("n1 IDLE"));

        ActionResult result = drain(REASON);

        assertThat(result.outcome()).isEqualTo(expected);
        assertThat(result.detail()).contains(stderr);
    }

    @Test
    void failsWhenNothingCanBeStarted() throws Exception {
        slurm.cannotStart();
        assertThat(drain(REASON).outcome()).isEqualTo(FAILED);

        slurm.prints(json("n1 IDLE")).cannotStart();
        assertThat(drain(REASON).outcome()).isEqualTo(FAILED);
        assertThat(slurm.sent()).hasSize(3);
    }

    @Test
    void saysThatTheCommandIsMissing() {
        slurm.ends(End.NOT_FOUND);

        assertThatThrownBy(() -> controller().states(nodes("n1"), soon()))
                .isInstanceOfSatisfying(
                        SchedulerUnavailableException.class,
                        away -> assertThat(away.kind()).isEqualTo(Cause.COMMAND_MISSING));
    }

    @Test
    void letsTheReadBackDecideForEachNode() throws Exception {
        slurm.prints(lines("n1 IDLE", "n2 IDLE", "n3 IDLE", "n4"))
                .exit(1, "", "slurm_update error: Invalid node state specified\n")
                .exit(1, lines("n1 IDLE+DRAIN " + REASON.text(), "n2 IDLE", "n3"), "");

        List<ActionResult> results =
                controller().drain(nodes("n4", "n3", "n2", "n1"), REASON, Whose.NOBODY, soon());

        assertThat(results)
                .extracting(ActionResult::outcome)
                .containsExactly(NO_SUCH_NODE, NO_SUCH_NODE, FAILED, APPLIED);
        assertThat(slurm.updates()).hasSize(1);
        assertThat(slurm.updates().get(0)).contains("NodeName=n[1-3]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000",
                "{",
                "{\"nodes\":[{\"name\":\"n2\",\"state\":[\"IDLE\"]}]}",
                "{\"nodes\":[{\"name\":\"n1\",\"state\":[\"ASLEEP\"]}]}"
            })
    void knowsNothingFromAnOddAnswer(String stdout) throws Exception {
        slurm.prints(stdout).prints(stdout);

        assertThatThrownBy(() -> controller().states(nodes("n1"), soon()))
                .isInstanceOf(SchedulerUnavailableException.class)
                .hasMessageContaining("/usr/bin/scontrol show node n1 --json");
        assertThat(drain(REASON).outcome()).isEqualTo(FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "NodeName=n1 State=IDLE\n",
                "NodeName=n1 State=IDLE\nNodeName=n2 State="
            })
    void knowsNothingFromACutList(String stdout) {
        slurm.prints(stdout);

        assertThatThrownBy(() -> controller().states(nodes("n1", "n2"), soon()))
                .isInstanceOf(SchedulerUnavailableException.class);
    }

    @Test
    void neverWritesToAllNodesAtOnce() throws Exception {
        slurm.prints(json("n1 IDLE", "n2 IDLE")); // as scontrol might answer for ALL

        List<ActionResult> results = controller().drain(nodes("ALL"), REASON, Whose.NOBODY, soon());

        assertThat(results).extracting(ActionResult::outcome).containsExactly(FAILED);
        assertThat(slurm.updates()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OURS,            APPLIED,  NOT_OURS, NOT_OURS",
        "OURS_AND_MANUAL, APPLIED,  APPLIED,  NOT_OURS",
        "ANYBODY,         APPLIED,  APPLIED,  APPLIED"
    })
    void takesBackOnlyWhatItMay(Whose whose, Outcome ours, Outcome manual, Outcome admins)
            throws Exception {
        Map<String, Outcome> expected = Map.of(OURS, ours, MANUAL, manual, ADMINS, admins);
        for (Map.Entry<String, Outcome> drain : expected.entrySet()) {
            slurm.prints(json(drain.getKey()));
            if (drain.getValue() == APPLIED) {
                slurm.prints("").prints(json("n1 IDLE+NOT_RESPONDING")); // for about a second
            }
            assertThat(resume(whose).outcome()).as(drain.getKey()).isEqualTo(drain.getValue());
        }
        assertThat(slurm.updates())
                .allMatch(List.of("update", "NodeName=n1", "State=UNDRAIN")::equals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOWN+DRAIN",
                "IDLE+DRAIN+FAIL",
                "IDLE+DRAIN+MAINTENANCE+RESERVED",
                "ALLOCATED+DRAIN+REBOOT_REQUESTED",
                "DOWN+DRAIN+REBOOT_ISSUED",
                "UNKNOWN+DRAIN",
                "FUTURE+DRAIN"
            })
    void neverLiftsMoreThanADrain(String state) throws Exception {
        for (Whose whose : List.of(Whose.OURS, Whose.OURS_AND_MANUAL, Whose.ANYBODY)) {
            slurm.prints(json("n1 " + state + " " + REASON.text()));
            assertThat(resume(whose).outcome()).isEqualTo(LEFT_ALONE);
        }
        assertThat(slurm.updates()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"IDLE", "DOWN", "IDLE+FAIL", "MIXED+NOT_RESPONDING"})
    void hasNothingToTakeBackWithoutADrain(String state) throws Exception {
        slurm.prints(json("n1 " + state + " " + REASON.text())); // 24.11 keeps old texts

        assertThat(resume(Whose.ANYBODY).outcome()).isEqualTo(ALREADY_SO);
    }

    @Test
    void seesThatADrainWasTakenOverMeanwhile() throws Exception {
        slurm.prints(json(OURS)).prints("").prints(json(ADMINS));

        assertThat(resume(Whose.OURS).outcome()).isEqualTo(NOT_OURS);
    }

    @Test
    void seesThatTheNodeIsStillDrained() throws Exception {
        slurm.prints(json(OURS)).prints("").prints(json(OURS));
        assertThat(resume(Whose.OURS).outcome()).isEqualTo(FAILED);

        slurm.prints(json(OURS)).ends(End.TIMED_OUT).prints(json(OURS));
        assertThat(resume(Whose.OURS).outcome()).isEqualTo(UNCONFIRMED);
    }

    @Test
    void letsAnInterruptThrough() {
        SlurmNodeController interrupted =
                new SlurmNodeController(
                        (command, deadline) -> {
                            throw new InterruptedException();
                        },
                        SlurmSettings.of("/usr/bin/scontrol"));

        assertThatThrownBy(() -> interrupted.drain(nodes("n1"), REASON, Whose.NOBODY, soon()))
                .isInstanceOf(InterruptedException.class);
    }
}
