package dev.farrier.action;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes nodes out of service and puts them back. Idempotent; undoes only what is ours; reads before
 * it writes and reads back after; one call for several nodes.
 */
public interface NodeController {
    /**
     * @return a state for each node that the scheduler knows; an unknown node is missing
     * @throws SchedulerUnavailableException when the scheduler gave no answer
     */
    Map<NodeName, NodeState> states(Set<NodeName> nodes, Deadline deadline)
            throws IOException, InterruptedException;

    /**
     * What the scheduler's configuration says about a node, in one call.
     *
     * @return empty when the scheduler knows no such node, or does not say
     * @throws SchedulerUnavailableException when the scheduler gave no answer
     */
    default Optional<NodeProfile> profile(NodeName node, Deadline deadline)
            throws IOException, InterruptedException {
        return Optional.empty();
    }

    /**
     * Counts nodes and drains in one call.
     *
     * @param partitions the ones to count; none for all
     * @throws SchedulerUnavailableException when the scheduler gave no answer
     */
    Census census(Set<String> partitions, Deadline deadline)
            throws IOException, InterruptedException;

    /**
     * One result a node, in the order of the names; never throws because of the scheduler.
     *
     * @param over whose drain the new reason may replace; a node that is drained by us already is
     *     ALREADY_SO when it is {@link Whose#NOBODY}
     */
    List<ActionResult> drain(Set<NodeName> nodes, Reason reason, Whose over, Deadline deadline)
            throws InterruptedException;

    /** Takes back our own drains of those nodes; one result a node. */
    List<ActionResult> resume(Set<NodeName> nodes, Whose whose, Deadline deadline)
            throws InterruptedException;

    /**
     * Whose drains may be taken back or replaced. Nothing ever lifts DOWN, FAIL, maintenance or a
     * reboot.
     */
    enum Whose {
        NOBODY,
        /** Only what Farrier itself drained: what Farrier does on its own. */
        OURS,
        /** That, and what a person drained through Farrier. */
        OURS_AND_MANUAL,
        /** Anybody's: a person insisted. */
        ANYBODY
    }
}
