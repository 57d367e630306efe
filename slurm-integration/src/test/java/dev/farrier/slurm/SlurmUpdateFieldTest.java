package dev.farrier.slurm;

import static dev.farrier.slurm.ScriptedRunner.json;
import static dev.farrier.slurm.ScriptedRunner.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.ActionResult.Outcome;
import dev.farrier.action.NodeController.Whose;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.Reason;
import dev.farrier.action.SchedulerUnavailableException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The field case about what an update really did: exit code and message as recorded there, the
 * controller's answer in its own words.
 */
class SlurmUpdateFieldTest {
    private static final FieldCase FIELD = new FieldCase("slurm-node-05");

    private final ScriptedRunner slurm = new ScriptedRunner();

    private SlurmNodeController controller() {
        OwnerRule owners =
                new OwnerRule(
                        (String) FieldCase.member(FIELD.context(), "our_reason_prefix"),
                        false,
                        Set.of("root", "slurm"));
        return new SlurmNodeController(
                slurm,
                new SlurmSettings(
                        "/usr/bin/scontrol", Optional.empty(), Duration.ofSeconds(5), owners));
    }

    private static Map<?, ?> recorded(String id) {
        for (Object each : FIELD.list("cases.json")) {
            if (FieldCase.member(each, "id").equals(id)) {
                return (Map<?, ?>) each;
            }
        }
        throw new AssertionError("no case " + id);
    }

    /** The recorded end of the command. */
    private void answers(String id) {
        Map<?, ?> update = recorded(id);
        slurm.exit(
                ((Long) FieldCase.member(update, "rc")).intValue(),
                "",
                (String) FieldCase.member(update, "stderr"));
    }

    private static void expect(String id, String result) {
        assertThat(FieldCase.member(FieldCase.member(FIELD.expect(), id), "result"))
                .isEqualTo(result);
    }

    private List<ActionResult> drain(String... names) throws InterruptedException {
        Set<NodeName> nodes = new LinkedHashSet<>();
        for (String name : names) {
            nodes.add(new NodeName(name));
        }
        return controller()
                .drain(
                        nodes,
                        new Reason("hc: x"),
                        Whose.NOBODY,
                        Deadline.in(Duration.ofSeconds(9)));
    }

    private ActionResult resume(String name, Whose whose) throws InterruptedException {
        return controller()
                .resume(Set.of(new NodeName(name)), whose, Deadline.in(Duration.ofSeconds(9)))
                .get(0);
    }

    @Test
    void tellsThePartThatWasDone() throws Exception {
        expect("a", "partial");
        slurm.prints(lines("gpu003 IDLE", "nope IDLE"));
        answers("a");
        slurm.exit(1, lines("gpu003 IDLE+DRAIN hc: x", "nope"), "");

        List<ActionResult> results = drain("gpu003", "nope");

        assertThat(results.get(0).outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(results.get(1).outcome()).isEqualTo(Outcome.NO_SUCH_NODE);
    }

    @Test
    void takesANodeThatIsBackInServiceForNoError() throws Exception {
        expect("b", "already-in-service");
        slurm.prints(json("gpu003 IDLE+DRAIN hc: x"));
        answers("b");
        slurm.prints(json("gpu003 IDLE"));

        assertThat(resume("gpu003", Whose.OURS).outcome()).isEqualTo(Outcome.ALREADY_SO);
    }

    @Test
    void neverSendsAnEmptyReason() {
        expect("c", "bug-in-caller");

        assertThatThrownBy(() -> new Reason("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reason(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsFirstAndAddsNothingToAForeignDrain() throws Exception {
        expect("d", "overwrote-foreign-reason");
        Map<?, ?> before =
                (Map<?, ?>) FieldCase.member(FieldCase.member(recorded("d"), "before"), "gpu001");
        slurm.prints(json("gpu001 " + before.get("state") + " " + before.get("reason")));

        assertThat(drain("gpu001").get(0).outcome()).isEqualTo(Outcome.NOT_OURS);
        assertThat(slurm.updates()).isEmpty();
    }

    @Test
    void takesAMuteNodeRightAfterAResumeForDone() throws Exception {
        expect("e", "ok");
        slurm.prints(json("gpu001 IDLE+DRAIN hc: x"));
        answers("e");
        slurm.prints(
                json(
                        "gpu001 "
                                + FieldCase.member(
                                        FieldCase.member(recorded("e"), "after"), "gpu001")));

        assertThat(resume("gpu001", Whose.OURS).outcome()).isEqualTo(Outcome.APPLIED);
    }

    @Test
    void saysThatANameIsUnknown() throws Exception {
        expect("f", "name-unknown");
        slurm.prints(json());

        assertThat(drain("gpu003.example.org").get(0).outcome()).isEqualTo(Outcome.NO_SUCH_NODE);
        assertThat(slurm.updates()).isEmpty();
    }

    @Test
    void neverRebootsNorCancelsWhatAnotherAskedFor() throws Exception {
        expect("g", "overwrote-foreign-reason");
        expect("h", "removed-foreign-drain");
        for (String id : List.of("g", "h")) {
            Map<?, ?> before =
                    (Map<?, ?>)
                            FieldCase.member(FieldCase.member(recorded(id), "before"), "gpu003");
            String node = json("gpu003 " + before.get("state") + " " + before.get("reason"));
            slurm.prints(node).prints(node);

            assertThat(drain("gpu003").get(0).outcome()).isEqualTo(Outcome.NOT_OURS);
            assertThat(resume("gpu003", Whose.OURS).outcome()).isEqualTo(Outcome.NOT_OURS);
        }
        assertThat(slurm.updates()).isEmpty();
    }

    @Test
    void judgesByTheAnswerAndNotByTheExitCode() {
        expect("i", "invalid-hostlist");
        Map<?, ?> answer = recorded("i");
        String list = (String) ((List<?>) FieldCase.member(answer, "argv")).get(3);
        slurm.exit(
                0,
                (String) FieldCase.member(answer, "stdout"),
                (String) FieldCase.member(answer, "stderr"));

        assertThatThrownBy(() -> HostList.expand(list))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                controller()
                                        .states(
                                                Set.of(
                                                        new NodeName("gpu003"),
                                                        new NodeName("gpu004")),
                                                Deadline.in(Duration.ofSeconds(9))))
                .isInstanceOf(SchedulerUnavailableException.class);
    }
}
