package dev.farrier.action;

import static dev.farrier.action.ActionResult.Outcome.ALREADY_SO;
import static dev.farrier.action.ActionResult.Outcome.APPLIED;
import static dev.farrier.action.ActionResult.Outcome.FAILED;
import static dev.farrier.action.ActionResult.Outcome.LEFT_ALONE;
import static dev.farrier.action.ActionResult.Outcome.NOT_OURS;
import static dev.farrier.action.ActionResult.Outcome.NO_SUCH_NODE;
import static dev.farrier.action.ActionResult.Outcome.UNCONFIRMED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.action.ActionResult.Outcome;
import dev.farrier.action.NodeController.Whose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every integration's controller does, whatever its scheduler. An integration extends it and
 * stages each situation, on transcripts or on a real scheduler.
 */
public abstract class NodeControllerContract {
    /** The reason of the drain that the contract asks for. */
    protected static final Reason REASON =
            Reason.ofFaults(List.of("gpu.row-remap.failed"), "gpu 0000:3b:00.0");

    /** Another drain of ours, for another fault, by which a node was drained before. */
    protected static final Reason EARLIER = Reason.ofFaults(List.of("gpu.xid"), "gpu 0000:5d:00.0");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A controller before a scheduler that is in a certain situation. */
    public interface Stage {
        NodeController controller();

        /** The nodes that the situation is about, in the order in which they are asked for. */
        Set<NodeName> nodes();

        /** How many commands that change something were sent so far. */
        int writes();
    }

    /** One node in service, idle; it can be drained and seen drained twice. */
    protected abstract Stage idleNode();

    /**
     * One node, drained with {@link #EARLIER} by the user that Farrier runs as; it can be resumed.
     */
    protected abstract Stage nodeDrainedByUs();

    /** One node, drained by a person with a text of their own. */
    protected abstract Stage nodeDrainedByAnAdmin();

    /** One node that the scheduler does not know. */
    protected abstract Stage unknownNode();

    /** Several nodes, the first of them unknown, the others idle. */
    protected abstract Stage severalNodesTheFirstUnknown();

    /** One node that is set down, not drained. */
    protected abstract Stage downNode();

    /** One node in maintenance, not drained; empty when the scheduler knows no such thing. */
    protected abstract Optional<Stage> nodeInMaintenance();

    /** One node, and a scheduler that refuses the connection. */
    protected abstract Stage schedulerAway();

    /** One node, and a scheduler that never answers. */
    protected abstract Stage schedulerHung();

    @Test
    void drainsAnIdleNode() throws Exception {
        Stage stage = idleNode();

        ActionResult result = only(drain(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(APPLIED);
        assertThat(result.after())
                .hasValueSatisfying(
                        node -> {
                            assertThat(node.drainedByUs()).isTrue();
                            assertThat(node.schedulable()).isFalse();
                            assertThat(node.reason()).contains(REASON.text());
                        });
        assertThat(stage.writes()).isEqualTo(1);
    }

    @Test
    void drainsANodeOnlyOnce() throws Exception {
        Stage stage = idleNode();
        drain(stage);

        ActionResult again = only(drain(stage));

        assertThat(again.outcome()).as(again.detail()).isEqualTo(ALREADY_SO);
        assertThat(stage.writes()).isEqualTo(1);
    }

    @Test
    void leavesAnAdminsDrainAlone() throws Exception {
        Stage stage = nodeDrainedByAnAdmin();

        ActionResult result = only(drain(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(NOT_OURS);
        assertThat(stage.writes()).isZero();
    }

    @Test
    void takesItsOwnDrainBack() throws Exception {
        Stage stage = nodeDrainedByUs();

        ActionResult result = only(resume(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(APPLIED);
        assertThat(result.after()).hasValueSatisfying(node -> assertThat(node.drained()).isFalse());
        assertThat(stage.writes()).isEqualTo(1);
    }

    @Test
    void doesNotTakeAnAdminsDrainBack() throws Exception {
        Stage stage = nodeDrainedByAnAdmin();

        ActionResult result = only(resume(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(NOT_OURS);
        assertThat(stage.writes()).isZero();
    }

    @Test
    void hasNothingToTakeBackOnANodeInService() throws Exception {
        Stage stage = idleNode();

        ActionResult result = only(resume(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(ALREADY_SO);
        assertThat(stage.writes()).isZero();
    }

    @Test
    void saysThatANodeIsUnknown() throws Exception {
        Stage stage = unknownNode();

        ActionResult result = only(drain(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(NO_SUCH_NODE);
        assertThat(stage.writes()).isZero();
    }

    @Test
    void hasNoStateOfAnUnknownNode() throws Exception {
        Stage stage = unknownNode();

        assertThat(stage.controller().states(stage.nodes(), Deadline.in(PATIENCE))).isEmpty();
    }

    @Test
    void drainsTheKnownOnesOfSeveralNodes() throws Exception {
        Stage stage = severalNodesTheFirstUnknown();

        List<ActionResult> results = drain(stage);

        List<Outcome> expected = new ArrayList<>();
        expected.add(NO_SUCH_NODE);
        while (expected.size() < stage.nodes().size()) {
            expected.add(APPLIED);
        }
        assertThat(results).extracting(ActionResult::outcome).isEqualTo(expected);
        assertThat(results).extracting(ActionResult::node).containsExactlyElementsOf(stage.nodes());
    }

    @Test
    void leavesADownNodeAlone() throws Exception {
        Stage stage = downNode();

        ActionResult result = only(drain(stage));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(LEFT_ALONE);
        assertThat(stage.writes()).isZero();
    }

    @Test
    void doesNotLiftDown() throws Exception {
        Stage stage = downNode();

        ActionResult result =
                only(
                        stage.controller()
                                .resume(stage.nodes(), Whose.ANYBODY, Deadline.in(PATIENCE)));

        assertThat(result.applied()).as(result.detail()).isFalse();
        assertThat(stage.writes()).isZero();
    }

    @Test
    void leavesANodeInMaintenanceAlone() throws Exception {
        Optional<Stage> stage = nodeInMaintenance();
        assumeTrue(stage.isPresent(), "this scheduler knows no maintenance");

        ActionResult result = only(drain(stage.get()));

        assertThat(result.outcome()).as(result.detail()).isEqualTo(LEFT_ALONE);
        assertThat(stage.get().writes()).isZero();
    }

    @Test
    void failsWithoutAnExceptionWhenTheSchedulerIsAway() throws Exception {
        ActionResult drain = only(drain(schedulerAway()));
        ActionResult resume = only(resume(schedulerAway()));

        assertThat(drain.outcome()).as(drain.detail()).isIn(FAILED, UNCONFIRMED);
        assertThat(resume.outcome()).as(resume.detail()).isIn(FAILED, UNCONFIRMED);
        assertThat(drain.after()).isEmpty();
    }

    @Test
    void knowsNothingWhenTheSchedulerIsAway() {
        Stage stage = schedulerAway();

        assertThatThrownBy(() -> stage.controller().states(stage.nodes(), Deadline.in(PATIENCE)))
                .isInstanceOf(SchedulerUnavailableException.class);
    }

    @Test
    void returnsWhenTheSchedulerHangs() {
        Stage stage = schedulerHung();

        ActionResult result =
                assertTimeoutPreemptively(PATIENCE.plusSeconds(10), () -> only(drain(stage)));

        assertThat(result.outcome()).as(result.detail()).isIn(FAILED, UNCONFIRMED);
    }

    @Test
    void knowsNothingWhenTheSchedulerHangs() {
        Stage stage = schedulerHung();

        assertThatThrownBy(() -> stage.controller().states(stage.nodes(), Deadline.in(PATIENCE)))
                .isInstanceOf(SchedulerUnavailableException.class);
    }

    @Test
    void asksNothingAboutNoNodes() throws Exception {
        Stage stage = idleNode();
        NodeController controller = stage.controller();
        Deadline deadline = Deadline.in(PATIENCE);

        Map<NodeName, NodeState> states = controller.states(Set.of(), deadline);

        assertThat(states).isEmpty();
        assertThat(controller.drain(Set.of(), REASON, Whose.NOBODY, deadline)).isEmpty();
        assertThat(controller.resume(Set.of(), Whose.OURS, deadline)).isEmpty();
        assertThat(stage.writes()).isZero();
    }

    private static List<ActionResult> drain(Stage stage) throws InterruptedException {
        return stage.controller().drain(stage.nodes(), REASON, Whose.NOBODY, Deadline.in(PATIENCE));
    }

    private static List<ActionResult> resume(Stage stage) throws InterruptedException {
        return stage.controller().resume(stage.nodes(), Whose.OURS, Deadline.in(PATIENCE));
    }

    private static ActionResult only(List<ActionResult> results) {
        assertThat(results).hasSize(1);
        return results.get(0);
    }
}
