package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.action.ActionResult;
import dev.farrier.action.Census;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.action.SchedulerUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A scheduler in memory that counts what is asked of it. */
final class FakeNodeController implements NodeController {
    final Map<NodeName, NodeState> nodes = new LinkedHashMap<>();
    final List<String> writes = new ArrayList<>();
    int reads;
    int counts;

    /** Counts see no drain before so many were written. */
    int blindUntilWrites;

    /** Nodes of the partition; those that a test does not name are healthy. */
    int size;

    /** The scheduler's clock. */
    Instant now = Instant.parse("2026-11-30T09:00:00Z");

    boolean away;
    boolean drainsTimeOut;

    /** Runs as a write arrives, and as it has been carried out: throws, to kill the run there. */
    Runnable beforeWrite = () -> {};

    Runnable afterWrite = () -> {};
    Duration timeLeft = Duration.ZERO;

    NodeState state(String node, String word, String reason, Owner owner) {
        List<String> words = List.of(word.split("\\+", -1));
        Set<String> flags = Set.copyOf(words.subList(1, words.size()));
        boolean drained = flags.contains("DRAIN");
        Optional<String> observed =
                word.startsWith("DOWN") || flags.contains("MAINTENANCE")
                        ? Optional.of(word)
                        : Optional.empty();
        return new NodeState(
                new NodeName(node),
                node,
                List.of("gpu"),
                words.get(0),
                flags,
                drained,
                observed,
                !drained && observed.isEmpty(),
                reason.isEmpty() ? Optional.empty() : Optional.of(reason),
                reason.isEmpty() ? Optional.empty() : Optional.of("root"),
                Optional.of(now),
                owner);
    }

    void set(String node, String word, String reason, Owner owner) {
        nodes.put(new NodeName(node), state(node, word, reason, owner));
    }

    NodeState get(String node) {
        NodeState state = nodes.get(new NodeName(node));
        if (state == null) {
            throw new AssertionError("no node " + node);
        }
        return state;
    }

    @Override
    public Map<NodeName, NodeState> states(Set<NodeName> names, Deadline deadline)
            throws IOException {
        reads++;
        timeLeft = deadline.remaining();
        if (away) {
            throw new SchedulerUnavailableException(
                    SchedulerUnavailableException.Cause.CONTROLLER_UNREACHABLE, "away");
        }
        Map<NodeName, NodeState> found = new LinkedHashMap<>(nodes);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public Census census(Set<String> partitions, Deadline deadline) throws IOException {
        counts++;
        if (away) {
            throw new SchedulerUnavailableException(
                    SchedulerUnavailableException.Cause.CONTROLLER_UNREACHABLE, "away");
        }
        List<Census.Drained> drains = new ArrayList<>();
        boolean blind = writes.size() < blindUntilWrites;
        for (NodeState node : nodes.values()) {
            if (node.drained() && !blind) {
                drains.add(
                        new Census.Drained(
                                node.node(),
                                Set.copyOf(node.partitions()),
                                node.reason(),
                                node.reasonBy(),
                                node.reasonAt(),
                                node.owner()));
            }
        }
        return new Census(Map.of("gpu", Math.max(size, nodes.size())), drains, List.of());
    }

    @Override
    public List<ActionResult> drain(
            Set<NodeName> names, Reason reason, Whose over, Deadline deadline) {
        List<ActionResult> results = new ArrayList<>();
        for (NodeName name : names) {
            beforeWrite.run();
            writes.add("drain " + name + " " + reason);
            if (drainsTimeOut) {
                results.add(result(name, ActionResult.Outcome.UNCONFIRMED));
            } else if (away) {
                results.add(result(name, ActionResult.Outcome.FAILED));
            } else {
                set(name.value(), "IDLE+DRAIN", reason.text(), Owner.OURS);
                afterWrite.run();
                results.add(result(name, ActionResult.Outcome.APPLIED));
            }
        }
        return results;
    }

    @Override
    public List<ActionResult> resume(Set<NodeName> names, Whose whose, Deadline deadline) {
        List<ActionResult> results = new ArrayList<>();
        for (NodeName name : names) {
            beforeWrite.run();
            writes.add("resume " + name);
            set(name.value(), "IDLE", "", Owner.NONE);
            afterWrite.run();
            results.add(result(name, ActionResult.Outcome.APPLIED));
        }
        return results;
    }

    private static ActionResult result(NodeName name, ActionResult.Outcome outcome) {
        return new ActionResult(name, outcome, "", Optional.empty());
    }
}
