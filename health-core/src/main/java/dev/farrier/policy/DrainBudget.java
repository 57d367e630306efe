package dev.farrier.policy;

import dev.farrier.NodeName;
import dev.farrier.action.Census;
import dev.farrier.action.Owner;
import dev.farrier.config.PolicyConfig;
import dev.farrier.config.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How many nodes Farrier may hold out of service at once, and when a fault on many nodes is one
 * incident and no drain. Pure: everything is counted from what the scheduler keeps of our drains,
 * so no node needs to know another.
 *
 * <p>Nodes that count in the same instant do not see each other's drains yet; each counts again
 * after its drain and takes it back when it is one too many. docs/safety.md has the bound.
 *
 * @param budget of a partition's nodes; at least 1
 * @param commonCause nodes with one fault, above which it is one incident; empty: the larger of
 *     {@value #COMMON_CAUSE_NODES} and {@value #COMMON_CAUSE_PERCENT} % of the partition
 * @param window within which drains count as one incident
 */
public record DrainBudget(Share budget, Optional<Share> commonCause, Duration window) {
    static final int COMMON_CAUSE_NODES = 5;
    static final int COMMON_CAUSE_PERCENT = 2;

    static DrainBudget of(PolicyConfig policy) {
        return new DrainBudget(
                policy.drainBudget(), policy.commonCauseLimit(), policy.commonCauseWindow());
    }

    /** Why no further node may be drained; empty when one more may. */
    Optional<String> used(NodeName node, List<String> partitions, Census census) {
        for (String partition : partitions) {
            int ours = 0;
            for (Census.Drained drained : ours(partition, census)) {
                ours += drained.node().equals(node) ? 0 : 1;
            }
            int allowed = allowed(partition, census);
            if (ours >= allowed) {
                return Optional.of(
                        "the drain budget of partition "
                                + partition
                                + " is used: "
                                + ours
                                + " of "
                                + allowed);
            }
        }
        return Optional.empty();
    }

    /** Why this node's drain is one too many; empty when it is among the first of the budget. */
    Optional<String> surplus(NodeName node, List<String> partitions, Census census) {
        for (String partition : partitions) {
            List<Census.Drained> ours = ours(partition, census);
            int allowed = allowed(partition, census);
            for (int i = allowed; i < ours.size(); i++) {
                if (ours.get(i).node().equals(node)) {
                    return Optional.of(
                            "drain "
                                    + (i + 1)
                                    + " in partition "
                                    + partition
                                    + ", whose budget is "
                                    + allowed);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Why these faults are one incident; empty when they are not. A drain counts when it was set
     * within the window before the newest one with that code, by the scheduler's clock.
     */
    Optional<String> incident(List<String> codes, List<String> partitions, Census census) {
        for (String partition : partitions) {
            int limit = incidentLimit(partition, census);
            for (String code : codes) {
                int nodes = recent(code, partition, census).size();
                if (nodes > limit) {
                    return Optional.of(
                            code
                                    + " was found on "
                                    + nodes
                                    + " nodes of partition "
                                    + partition
                                    + " within "
                                    + window.toSeconds()
                                    + " s, more than "
                                    + limit);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Whether this node's drain is needed to show an incident: it is among the first of each that
     * are just above the limit.
     */
    boolean isWitness(NodeName node, List<String> codes, List<String> partitions, Census census) {
        for (String partition : partitions) {
            int witnesses = incidentLimit(partition, census) + 1;
            for (String code : codes) {
                List<Census.Drained> recent = recent(code, partition, census);
                for (int i = witnesses; i < recent.size(); i++) {
                    if (recent.get(i).node().equals(node)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** In the order of {@link #ours}. */
    private List<Census.Drained> recent(String code, String partition, Census census) {
        List<Census.Drained> recent = new ArrayList<>();
        for (Census.Drained drained : ours(partition, census)) {
            if (drained.codes().contains(code)) {
                recent.add(drained);
            }
        }
        if (!recent.isEmpty()) {
            Instant newest = time(recent.get(recent.size() - 1));
            recent.removeIf(
                    drained -> Duration.between(time(drained), newest).compareTo(window) > 0);
        }
        return recent;
    }

    private static Instant time(Census.Drained drained) {
        return drained.at().orElse(Instant.EPOCH);
    }

    /** The part of the nodes that may be drained at once, in the partition where it is least. */
    double share(List<String> partitions, Census census) {
        double share = 1;
        for (String partition : partitions) {
            int nodes = Math.max(1, nodes(partition, census));
            share = Math.min(share, (double) allowed(partition, census) / nodes);
        }
        return share;
    }

    /** By time, then by name. */
    private static List<Census.Drained> ours(String partition, Census census) {
        List<Census.Drained> ours = new ArrayList<>();
        for (Census.Drained drained : census.drains()) {
            if (drained.owner() == Owner.OURS && drained.partitions().contains(partition)) {
                ours.add(drained);
            }
        }
        ours.sort(Comparator.comparing(DrainBudget::time).thenComparing(Census.Drained::node));
        return ours;
    }

    private int allowed(String partition, Census census) {
        return Math.max(1, budget.of(nodes(partition, census)));
    }

    private int incidentLimit(String partition, Census census) {
        int nodes = nodes(partition, census);
        return commonCause
                .map(share -> share.of(nodes))
                .orElse(Math.max(COMMON_CAUSE_NODES, nodes * COMMON_CAUSE_PERCENT / 100));
    }

    private static int nodes(String partition, Census census) {
        Integer nodes = census.nodes().get(partition);
        return nodes == null ? 0 : nodes;
    }
}
