package dev.farrier.slurm;

import dev.farrier.NodeName;
import java.util.List;
import java.util.Set;

/**
 * What Slurm answered to a question about nodes.
 *
 * @param notFound the names that it said it does not know; its JSON says nothing of them
 */
record SlurmNodes(List<SlurmNode> nodes, Set<NodeName> notFound) {
    SlurmNodes {
        nodes = List.copyOf(nodes);
        notFound = Set.copyOf(notFound);
    }
}
