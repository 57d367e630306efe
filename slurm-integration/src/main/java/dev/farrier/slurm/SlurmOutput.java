package dev.farrier.slurm;

import dev.farrier.NodeName;
import dev.farrier.action.NodeState;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.CommandResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What Slurm's commands print, understood as the controller understands it. */
public final class SlurmOutput {
    private SlurmOutput() {}

    /**
     * An answer of {@code scontrol show node}.
     *
     * @param notFound the names that Slurm said it does not know
     */
    public record Nodes(List<NodeState> nodes, Set<NodeName> notFound) {
        public Nodes {
            nodes = List.copyOf(nodes);
            notFound = Set.copyOf(notFound);
        }
    }

    /**
     * Of {@code scontrol show node}, with {@code -o}, with {@code --json} or with neither.
     *
     * @throws IllegalArgumentException when the text is not such an answer, or not a whole one
     */
    public static Nodes nodes(String text, OwnerRule owners) {
        SlurmNodes answer =
                text.stripLeading().startsWith("{")
                        ? ScontrolNodeJson.parse(text)
                        : ScontrolNodeText.parse(text);
        List<NodeState> nodes = new ArrayList<>();
        for (SlurmNode node : answer.nodes()) {
            nodes.add(node.stateFor(owners));
        }
        return new Nodes(nodes, answer.notFound());
    }

    /**
     * A node's state from its state word alone.
     *
     * @param word as scontrol prints it: {@code IDLE+DRAIN}
     * @throws IllegalArgumentException when it is none
     */
    public static NodeState state(
            NodeName node,
            String word,
            Optional<String> reason,
            Optional<String> user,
            OwnerRule owners) {
        return new SlurmNode(
                        node,
                        SlurmState.ofWord(word),
                        reason,
                        user,
                        Optional.empty(),
                        "",
                        List.of(),
                        List.of(),
                        "",
                        "",
                        0,
                        0)
                .stateFor(owners);
    }

    /**
     * Of {@code sinfo --json}: groups of nodes that agree in all of it, or (22.05) each node. A
     * node is there once for each of its partitions.
     *
     * @throws IllegalArgumentException when the text is not such a document
     */
    public static List<NodeState> sinfo(String text, OwnerRule owners) {
        List<NodeState> nodes = new ArrayList<>();
        for (SlurmNode node : SinfoJson.parse(text).nodes()) {
            nodes.add(node.stateFor(owners));
        }
        return nodes;
    }

    /** What sinfo's one word for that node would mean. */
    public static Standing standing(NodeState state) {
        return Standing.of(new SlurmState(state.base(), state.flags()));
    }

    /**
     * Why a command of Slurm's failed.
     *
     * @return empty when it ended well; what it printed may still say that a node is not known
     */
    public static Optional<Cause> failure(CommandResult result) {
        return SlurmFailure.classify(result);
    }
}
