package dev.farrier.slurm;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.action.ActionResult;
import dev.farrier.action.ActionResult.Outcome;
import dev.farrier.action.Census;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.action.SchedulerUnavailableException;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.exec.CommandRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drains and undrains through {@code scontrol}. It never sends DOWN, RESUME or a reboot: RESUME
 * lifts DOWN and FAIL too, UNDRAIN only the drain.
 *
 * <p>There is no compare-and-set in Slurm: what somebody else writes between our look and our write
 * is overwritten. The gap is one command long.
 */
public final class SlurmNodeController implements NodeController {
    private final CommandRunner commands;
    private final SlurmSettings settings;
    private final Map<String, String> environment;
    private volatile boolean speaksJson = true; // until it says that it does not (22.05)

    public SlurmNodeController(CommandRunner commands, SlurmSettings settings) {
        this.commands = commands;
        this.settings = settings;
        this.environment =
                settings.slurmConf().isPresent()
                        ? Map.of("SLURM_CONF", settings.slurmConf().get())
                        : Map.of();
    }

    @Override
    public Map<NodeName, NodeState> states(Set<NodeName> nodes, Deadline deadline)
            throws IOException, InterruptedException {
        if (nodes.isEmpty()) {
            return Map.of();
        }
        SlurmNodes answer = nodes.size() == 1 ? one(nodes, deadline) : asText(nodes, deadline);
        Map<NodeName, NodeState> states = new LinkedHashMap<>();
        for (SlurmNode node : answer.nodes()) {
            if (nodes.contains(node.name())) {
                states.put(node.name(), node.stateFor(settings.owners()));
            }
        }
        return states;
    }

    @Override
    public Optional<NodeProfile> profile(NodeName node, Deadline deadline)
            throws IOException, InterruptedException {
        for (SlurmNode found : one(Set.of(node), deadline).nodes()) {
            if (found.name().equals(node)) {
                return Optional.of(found.profile());
            }
        }
        return Optional.empty();
    }

    private SlurmNodes one(Set<NodeName> nodes, Deadline deadline)
            throws IOException, InterruptedException {
        if (!speaksJson) {
            return asText(nodes, deadline);
        }
        String name = nodes.iterator().next().value();
        CommandResult result = run(deadline, "show", "node", name, "--json");
        if (hasNoJson(result)) {
            speaksJson = false;
            return asText(nodes, deadline);
        }
        if (!result.succeeded()) {
            throw SlurmFailure.of(result);
        }
        SlurmNodes answer;
        try {
            answer = ScontrolNodeJson.parse(result.stdout());
        } catch (IllegalArgumentException odd) {
            throw notUnderstood(result, odd.getMessage());
        }
        if (!answer.nodes().isEmpty()) {
            requireEach(nodes, answer, result);
        }
        return answer;
    }

    /** Too old for JSON, or built without it. */
    private static boolean hasNoJson(CommandResult result) {
        return result.end() == End.EXITED
                && result.exitCode() != 0
                && (result.stderr().contains("unrecognized option")
                        || result.stderr().contains("serializer")
                        || result.stderr().contains("data_parser"));
    }

    /**
     * The text has traps that JSON has not, but one call tells of several nodes, and of unknown
     * ones.
     */
    private SlurmNodes asText(Set<NodeName> nodes, Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult result = run(deadline, "show", "node", "-o", folded(nodes));
        boolean answered =
                result.end() == End.EXITED
                        && (result.exitCode() == 0
                                || !result.stdout().isEmpty()); // 1: some unknown
        if (!answered) {
            throw SlurmFailure.of(result);
        }
        SlurmNodes answer;
        try {
            answer = ScontrolNodeText.parse(result.stdout());
        } catch (IllegalArgumentException odd) {
            throw notUnderstood(result, odd.getMessage());
        }
        requireEach(nodes, answer, result);
        return answer;
    }

    private static void requireEach(Set<NodeName> nodes, SlurmNodes answer, CommandResult result)
            throws SchedulerUnavailableException {
        Set<NodeName> missing = new LinkedHashSet<>(nodes);
        missing.removeAll(answer.notFound());
        for (SlurmNode node : answer.nodes()) {
            missing.remove(node.name());
        }
        if (!missing.isEmpty()) {
            throw notUnderstood(result, "it says nothing of " + folded(missing));
        }
    }

    private static SchedulerUnavailableException notUnderstood(
            CommandResult result, @Nullable String why) {
        return new SchedulerUnavailableException(
                Cause.OTHER, result.describe() + ": the answer is not understood: " + why);
    }

    @Override
    public Census census(Set<String> partitions, Deadline deadline)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(settings.sinfo());
        argv.addAll(SinfoCensus.arguments(partitions));
        CommandResult result =
                commands.run(
                        new Command(argv, environment), deadline.atMost(settings.callTimeout()));
        if (!result.succeeded()) {
            throw SlurmFailure.of(result);
        }
        try {
            return SinfoCensus.parse(result.stdout(), settings.owners());
        } catch (IllegalArgumentException odd) {
            throw notUnderstood(result, odd.getMessage());
        }
    }

    @Override
    public List<ActionResult> drain(
            Set<NodeName> nodes, Reason reason, Whose over, Deadline deadline)
            throws InterruptedException {
        return write(new Drain(reason, over), nodes, deadline);
    }

    @Override
    public List<ActionResult> resume(Set<NodeName> nodes, Whose whose, Deadline deadline)
            throws InterruptedException {
        return write(new Undrain(whose), nodes, deadline);
    }

    private List<ActionResult> write(Change change, Set<NodeName> nodes, Deadline deadline)
            throws InterruptedException {
        Map<NodeName, NodeState> before;
        try {
            before = states(nodes, deadline);
        } catch (IOException noAnswer) {
            return all(nodes, Outcome.FAILED, "nothing was sent: " + noAnswer.getMessage());
        }
        Map<NodeName, ActionResult> results = new LinkedHashMap<>();
        Set<NodeName> due = new LinkedHashSet<>();
        for (NodeName node : nodes) {
            NodeState state = before.get(node);
            Optional<ActionResult> settled =
                    state == null ? Optional.of(unknown(node)) : change.settled(state);
            if (settled.isPresent()) {
                results.put(node, settled.get());
            } else {
                due.add(node);
            }
        }
        if (!due.isEmpty()) {
            for (ActionResult result : send(change, due, deadline)) {
                results.put(result.node(), result);
            }
        }
        List<ActionResult> inOrder = new ArrayList<>();
        for (NodeName node : nodes) {
            inOrder.add(results.get(node));
        }
        return inOrder;
    }

    private List<ActionResult> send(Change change, Set<NodeName> nodes, Deadline deadline)
            throws InterruptedException {
        if (deadline.hasPassed()) {
            return all(nodes, Outcome.FAILED, "nothing was sent: no time left");
        }
        CommandResult result;
        try {
            result = run(deadline, change.arguments(folded(nodes)));
        } catch (IOException notStarted) {
            return all(nodes, Outcome.FAILED, "nothing was sent: " + notStarted.getMessage());
        }
        Outcome ifUndone = ifUndone(result);
        Map<NodeName, NodeState> after;
        try {
            after = states(nodes, deadline);
        } catch (IOException noAnswer) {
            return all(
                    nodes,
                    result.succeeded() ? Outcome.UNCONFIRMED : ifUndone,
                    result.describe() + "; not read back: " + noAnswer.getMessage());
        }
        List<ActionResult> results = new ArrayList<>();
        for (NodeName node : nodes) {
            NodeState state = after.get(node);
            results.add(state == null ? unknown(node) : change.readBack(state, result, ifUndone));
        }
        return results;
    }

    /** What holds for a node that the read-back shows unchanged, or that cannot be read back. */
    private static Outcome ifUndone(CommandResult result) {
        if (result.succeeded()) {
            return Outcome.FAILED;
        }
        Cause cause = SlurmFailure.classify(result).orElse(Cause.OTHER);
        return switch (cause) {
            case CONTROLLER_UNREACHABLE, AUTH_OR_CLOCK, CONFIG_MISSING, COMMAND_MISSING ->
                    Outcome.FAILED; // it never got there
            case CONTROLLER_SLOW -> Outcome.UNCONFIRMED; // lands when slurmctld wakes up
            case OTHER -> result.end() == End.EXITED ? Outcome.FAILED : Outcome.UNCONFIRMED;
        };
    }

    private CommandResult run(Deadline deadline, String... arguments)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(settings.scontrol());
        argv.addAll(List.of(arguments));
        return commands.run(
                new Command(argv, environment), deadline.atMost(settings.callTimeout()));
    }

    private static String folded(Set<NodeName> nodes) {
        if (nodes.size() == 1) {
            return nodes.iterator().next().value();
        }
        List<String> names = new ArrayList<>();
        for (NodeName node : nodes) {
            names.add(node.value());
        }
        return HostList.fold(names);
    }

    private static List<ActionResult> all(Set<NodeName> nodes, Outcome outcome, String detail) {
        List<ActionResult> results = new ArrayList<>();
        for (NodeName node : nodes) {
            results.add(new ActionResult(node, outcome, detail, Optional.empty()));
        }
        return results;
    }

    private static ActionResult unknown(NodeName node) {
        return new ActionResult(
                node, Outcome.NO_SUCH_NODE, "Slurm knows no node " + node, Optional.empty());
    }

    /** What is to be done to a node, decided before and judged after on nothing but its state. */
    private interface Change {
        /** Why nothing is to be sent for that node; empty when it is due. */
        Optional<ActionResult> settled(NodeState before);

        String[] arguments(String nodes);

        ActionResult readBack(NodeState after, CommandResult sent, Outcome ifUndone);
    }

    private record Drain(Reason reason, Whose over) implements Change {
        @Override
        public Optional<ActionResult> settled(NodeState before) {
            if (before.drained() && isDone(before)) {
                return Optional.of(result(before, Outcome.ALREADY_SO, "drained before"));
            }
            if (before.drained() && !covers(over, before.owner())) {
                return Optional.of(result(before, Outcome.NOT_OURS, author(before)));
            }
            return before.onlyObserved()
                    .map(why -> result(before, Outcome.LEFT_ALONE, "only observed: " + why));
        }

        /** A person's drain counts as done for a person only; to Farrier it is foreign. */
        private boolean isDone(NodeState state) {
            boolean sameText =
                    state.reason().isPresent() && state.reason().get().equals(reason.text());
            return sameText || over == Whose.NOBODY && state.owner() == Owner.OURS;
        }

        @Override
        public String[] arguments(String nodes) {
            return new String[] {
                "update", "NodeName=" + nodes, "State=DRAIN", "Reason=" + reason.text()
            };
        }

        @Override
        public ActionResult readBack(NodeState after, CommandResult sent, Outcome ifUndone) {
            if (!after.drained()) {
                return result(after, ifUndone, sent.describe() + "; still " + after.word());
            }
            return isDone(after)
                    ? result(after, Outcome.APPLIED, after.word())
                    : result(after, Outcome.NOT_OURS, author(after));
        }
    }

    private record Undrain(Whose whose) implements Change {
        @Override
        public Optional<ActionResult> settled(NodeState before) {
            if (!before.drained()) {
                return Optional.of(
                        result(before, Outcome.ALREADY_SO, "not drained: " + before.word()));
            }
            if (!covers(whose, before.owner())) {
                return Optional.of(result(before, Outcome.NOT_OURS, author(before)));
            }
            return new SlurmState(before.base(), before.flags())
                    .neverLifted()
                    .map(state -> result(before, Outcome.LEFT_ALONE, "never lifted: " + state));
        }

        @Override
        public String[] arguments(String nodes) {
            return new String[] {"update", "NodeName=" + nodes, "State=UNDRAIN"};
        }

        @Override
        public ActionResult readBack(NodeState after, CommandResult sent, Outcome ifUndone) {
            if (!after.drained()) {
                return sent.succeeded() || ifUndone == Outcome.UNCONFIRMED
                        ? result(after, Outcome.APPLIED, after.word())
                        : result(after, Outcome.ALREADY_SO, sent.describe());
            }
            return covers(whose, after.owner())
                    ? result(after, ifUndone, sent.describe() + "; still " + after.word())
                    : result(after, Outcome.NOT_OURS, author(after));
        }
    }

    private static boolean covers(Whose whose, Owner owner) {
        return switch (whose) {
            case NOBODY -> false;
            case OURS -> owner == Owner.OURS;
            case OURS_AND_MANUAL -> owner == Owner.OURS || owner == Owner.MANUAL;
            case ANYBODY -> true;
        };
    }

    private static String author(NodeState state) {
        return state.owner().word()
                + " by "
                + state.reasonBy().orElse("an unknown user")
                + ": "
                + state.reason().orElse("no reason given");
    }

    private static ActionResult result(NodeState state, Outcome outcome, String detail) {
        return new ActionResult(state.node(), outcome, detail, Optional.of(state));
    }
}
