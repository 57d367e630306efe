package dev.farrier.action;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import java.util.List;
import java.util.Set;

/** What may be done to a node. Closed, and each case does itself. */
public sealed interface Action {
    Set<NodeName> nodes();

    /** The word for it in the journal. */
    String word();

    /** One result a node; never throws because of the scheduler. */
    List<ActionResult> applyTo(NodeController controller, Deadline deadline)
            throws InterruptedException;

    /** Takes no new work from now on; running work is left alone. */
    record Drain(Set<NodeName> nodes, Reason reason) implements Action {
        @Override
        public String word() {
            return "drain";
        }

        @Override
        public List<ActionResult> applyTo(NodeController controller, Deadline deadline)
                throws InterruptedException {
            return controller.drain(nodes, reason, NodeController.Whose.NOBODY, deadline);
        }
    }

    /** Takes back what Farrier itself drained. */
    record Resume(Set<NodeName> nodes) implements Action {
        @Override
        public String word() {
            return "resume";
        }

        @Override
        public List<ActionResult> applyTo(NodeController controller, Deadline deadline)
                throws InterruptedException {
            return controller.resume(nodes, NodeController.Whose.OURS, deadline);
        }
    }
}
