package dev.farrier.check;

import java.io.IOException;
import java.util.List;

/** Says what a kind of check would expect of a node that is as it is now. */
public interface Proposer {
    /** For a kind that nothing on the node speaks for. */
    Proposer NONE = node -> List.of();

    /**
     * @return empty when the node has nothing that this kind looks at
     * @throws IOException when it could not look; nothing is proposed then, and the reason is shown
     */
    List<Proposal> propose(NodeView node) throws IOException, InterruptedException;
}
