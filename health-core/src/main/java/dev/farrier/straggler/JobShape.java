package dev.farrier.straggler;

import java.util.List;

/**
 * A job and how its ranks lie on its nodes: rank = GPUs a node × place of the node in the list +
 * GPU; stage = rank × stages / ranks.
 *
 * @param start seconds
 * @param intervalSeconds time between two samples of a node
 * @param stages pipeline stages, 1 without a pipeline
 */
public record JobShape(
        String job,
        double start,
        String user,
        String application,
        List<String> nodes,
        int gpusPerNode,
        int stages,
        double intervalSeconds) {
    public JobShape {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty() || nodes.stream().distinct().count() < nodes.size()) {
            throw new IllegalArgumentException(
                    "job " + job + " needs one or more different nodes, not " + nodes);
        }
        if (gpusPerNode < 1 || stages < 1 || !(intervalSeconds > 0)) {
            throw new IllegalArgumentException(
                    "job "
                            + job
                            + " needs at least one GPU a node, one stage and an interval above 0 s");
        }
    }

    public int ranks() {
        return nodes.size() * gpusPerNode;
    }

    int stageOf(int rank) {
        return (int) ((long) rank * stages / ranks());
    }
}
