package dev.farrier.action;

import dev.farrier.NodeName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node as its scheduler sees it.
 *
 * @param hostName of the machine that the scheduler takes for this node; empty when it does not say
 * @param partitions that it belongs to
 * @param base the scheduler's word for the base state, upper case: {@code IDLE}, {@code DOWN}, …
 * @param flags what is added to it, upper case: {@code DRAIN}, {@code NOT_RESPONDING}, …
 * @param drained takes no new work because somebody said so; running work is left alone
 * @param onlyObserved why the node must be left as it is whatever its health (maintenance, powered
 *     down, …); empty when it may be acted on
 * @param schedulable whether the scheduler may start work on it
 * @param reason the text as the scheduler keeps it; a text may stay behind on a node that is in
 *     service
 * @param reasonBy the user who set it, and {@code reasonAt} when
 */
public record NodeState(
        NodeName node,
        String hostName,
        List<String> partitions,
        String base,
        Set<String> flags,
        boolean drained,
        Optional<String> onlyObserved,
        boolean schedulable,
        Optional<String> reason,
        Optional<String> reasonBy,
        Optional<Instant> reasonAt,
        Owner owner) {
    public NodeState {
        partitions = List.copyOf(partitions);
        flags = java.util.Collections.unmodifiableSet(new TreeSet<>(flags));
    }

    /** Base state and flags as the scheduler would write them: {@code IDLE+DRAIN}. */
    public String word() {
        return flags.isEmpty() ? base : base + "+" + String.join("+", flags);
    }

    public boolean drainedByUs() {
        return drained && owner == Owner.OURS;
    }
}
