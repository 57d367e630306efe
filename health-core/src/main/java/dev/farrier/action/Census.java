package dev.farrier.action;

import dev.farrier.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many nodes there are, and which of them are drained, by whom, since when and why.
 *
 * @param nodes of each partition
 * @param drains each drained node once
 * @param leftOver nodes in service that still carry a reason of ours; Slurm 24.11 keeps it, and it
 *     can later keep a node down
 */
public record Census(Map<String, Integer> nodes, List<Drained> drains, List<NodeName> leftOver) {
    /**
     * A drained node.
     *
     * @param at when its reason was set, by the scheduler's clock, in whole seconds
     */
    public record Drained(
            NodeName node,
            Set<String> partitions,
            Optional<String> reason,
            Optional<String> by,
            Optional<Instant> at,
            Owner owner) {
        public Drained {
            partitions = Set.copyOf(partitions);
        }

        /** The codes of a drain that Farrier made; empty for anybody else's. */
        public List<String> codes() {
            return owner == Owner.OURS
                    ? Reason.codes(Reason.withoutAdditions(reason.orElse("")))
                    : List.of();
        }
    }

    public Census {
        nodes = Map.copyOf(nodes);
        drains = List.copyOf(drains);
        leftOver = List.copyOf(leftOver);
    }
}
