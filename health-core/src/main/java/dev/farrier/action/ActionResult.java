package dev.farrier.action;

import dev.farrier.NodeName;
import java.util.Locale;
import java.util.Optional;

/**
 * What became of an action on one node.
 *
 * @param detail for a person: whose it is, which state, or argv, exit code and first line of stderr
 * @param after the node as it was read afterwards; empty when it could not be read
 */
public record ActionResult(
        NodeName node, Outcome outcome, String detail, Optional<NodeState> after) {
    /** The ways in which an action can end. */
    public enum Outcome {
        /** Done, and read back. */
        APPLIED,
        /** It was so before: we drained it earlier, or there is nothing of ours to take back. */
        ALREADY_SO,
        /** Somebody else's drain; left as it is. */
        NOT_OURS,
        /** The node is in a state in which it is only observed, or one that we must not lift. */
        LEFT_ALONE,
        /** The scheduler does not know such a node. */
        NO_SUCH_NODE,
        /** Not done; it may be tried again. */
        FAILED,
        /**
         * No answer in time: it may have landed or may land later. Read again before anything else.
         */
        UNCONFIRMED;

        /** The word for it in JSON: {@code already-so}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public boolean applied() {
        return outcome == Outcome.APPLIED;
    }
}
