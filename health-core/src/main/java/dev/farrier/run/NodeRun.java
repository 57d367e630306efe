package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.action.Action;
import dev.farrier.action.ActionResult;
import dev.farrier.action.Census;
import dev.farrier.action.Ledger;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeState;
import dev.farrier.check.Finding;
import dev.farrier.config.Mode;
import dev.farrier.policy.Decision;
import dev.farrier.policy.Intent;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Streaks;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.verdict.Evaluator;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One run from source to action: look, judge, decide, act, write down. It may be killed between any
 * two steps: what was begun is in the ledger before it is done, and the next run goes on from what
 * it finds.
 */
public final class NodeRun {
    /**
     * Schedulers tell times in whole seconds, so only then does a drain see all those that count as
     * written no later.
     */
    private static final Duration SAME_TIME = Duration.ofSeconds(1);

    private final NodeName node;
    private final Evaluator evaluator;
    private final CounterBook counters;
    private final Policy policy;
    private final Site site;
    private final RunFiles files;
    private final RunJournal journal;
    private final Boot boot;
    private final InstantSource clock;

    /**
     * Where the node stands.
     *
     * @param scheduler makes the controller when something is to be done; empty where Farrier never
     *     acts: no scheduler, or this node's name in it is not certain
     * @param hostName of this machine; the scheduler must have the same for the node, unless empty
     * @param spreading waits before a drain is asked for, so that not all nodes do in one second
     * @param pauses may change while this run looks and waits
     */
    public record Site(
            Optional<Supplier<NodeController>> scheduler,
            String hostName,
            Spreading spreading,
            Pauses pauses) {}

    /** What somebody may do while a run is under way. */
    public interface Pauses {
        /** Whether they are no longer those that the policy was given. */
        boolean haveChanged() throws InterruptedException;
    }

    /** A wait. */
    public interface Spreading {
        void await(Duration duration) throws InterruptedException;
    }

    /**
     * @param counters the book of the machine that the evaluator's sources look at
     */
    public NodeRun(
            NodeName node,
            Evaluator evaluator,
            CounterBook counters,
            Policy policy,
            Site site,
            RunFiles files,
            RunJournal journal,
            Boot boot,
            InstantSource clock) {
        this.node = node;
        this.evaluator = evaluator;
        this.counters = counters;
        this.policy = policy;
        this.site = site;
        this.files = files;
        this.journal = journal;
        this.boot = boot;
        this.clock = clock;
    }

    /** Looks once, and does what is to be done about it. */
    public Verdict run(Trigger trigger, Deadline deadline)
            throws IOException, InterruptedException {
        Uptime now = boot.now();
        NodeMemory memory = readMemory();
        Optional<Ledger> kept = files.readLedger(journal);
        Ledger ledger = kept.orElse(Ledger.EMPTY);
        counters.open(now, memory.counters());
        evaluator.recall(memory.sources(), now.bootId());
        EarlierLooks earlier = memory.earlier();
        Verdict looked =
                evaluator.evaluate(
                        node, forLooking(deadline), check -> earlier.standing(check, now));
        EarlierLooks later = earlier.after(evaluator.checks(), looked, trigger, now);
        reportProbation(earlier, later);
        Verdict seen = later.observing(looked);
        Streaks streaks =
                memory.streaks().after(seen, trigger, now, policy.rules(), drainedFor(ledger));
        Verdict verdict = streaks.confirm(seen);
        journal.looked(trigger, verdict);

        boolean firstLook = !memory.inspectedBoot().equals(now.bootId()) || kept.isEmpty();
        Intent intent =
                policy.intent(verdict, streaks, ledger, trigger, now, clock.instant(), firstLook);
        Outcome outcome = carryOut(intent, ledger, streaks, deadline);

        String inspected = outcome.asked ? now.bootId() : memory.inspectedBoot();
        files.writeLedger(outcome.ledger, journal);
        String whose = site.scheduler().isPresent() ? node.value() : memory.node();
        files.writeMemory(
                new NodeMemory(
                        whose,
                        outcome.streaks,
                        inspected,
                        counters.marks(),
                        memories(memory),
                        later,
                        memory.rest()),
                journal);
        files.publish(now, verdict, drainStands(outcome.ledger), summary(verdict, intent), journal);
        return verdict;
    }

    /**
     * Also of sources that are not asked this time, because it is not known whether their checks
     * are for this node: what the kernel said of this boot it does not say again.
     */
    private Map<String, Map<String, Object>> memories(NodeMemory before) {
        Map<String, Map<String, Object>> kept = new LinkedHashMap<>(before.sources());
        kept.putAll(evaluator.memories());
        return kept;
    }

    private void reportProbation(EarlierLooks earlier, EarlierLooks later) {
        Set<String> known = earlier.onProbation();
        for (String name : later.onProbation()) {
            if (!known.contains(name)) {
                journal.reported(
                        name
                                + ": its program is new or has changed; it only observes until it"
                                + " has passed once on this node");
            }
        }
    }

    private NodeMemory readMemory() {
        NodeMemory memory = files.readMemory(journal).orElse(NodeMemory.EMPTY);
        if (site.scheduler().isEmpty()
                || memory.node().isEmpty()
                || memory.node().equals(node.value())) {
            return memory;
        }
        journal.reported(
                "the state is that of node "
                        + memory.node()
                        + " and not used; its folder must be this node's own");
        return NodeMemory.EMPTY;
    }

    /**
     * A node whose mounts all hang must still get out of service: the scheduler keeps its share.
     */
    private Deadline forLooking(Deadline deadline) {
        return site.scheduler().isEmpty()
                ? deadline
                : deadline.atMost(Duration.ofNanos(deadline.remaining().toNanos() / 5 * 3));
    }

    private Set<String> drainedFor(Ledger ledger) {
        return ledger.open(node).map(open -> Set.copyOf(open.codes())).orElse(Set.of());
    }

    /** What became of an intent; {@code asked} when the scheduler answered. */
    private record Outcome(boolean asked, Ledger ledger, Streaks streaks) {}

    private Outcome carryOut(Intent intent, Ledger ledger, Streaks streaks, Deadline deadline)
            throws IOException, InterruptedException {
        if (intent instanceof Intent.None) {
            return new Outcome(false, ledger, streaks);
        }
        if (site.scheduler().isEmpty()) {
            if (intent instanceof Intent.Drain) {
                journal.decided(intent, "this node's name in a scheduler is not known: not acting");
            }
            return new Outcome(false, ledger, streaks);
        }
        spread(intent, ledger);
        NodeController controller = site.scheduler().get().get();
        try {
            Optional<NodeState> state =
                    Optional.ofNullable(controller.states(Set.of(node), deadline).get(node));
            Optional<String> stranger = state.flatMap(this::strangeHost);
            if (stranger.isPresent()) {
                journal.decided(intent, stranger.get());
                return new Outcome(true, ledger, streaks);
            }
            return decideAndAct(intent, controller, state, ledger, streaks, deadline);
        } catch (IOException e) {
            journal.decided(intent, "the scheduler did not answer: " + e.getMessage());
            return new Outcome(false, ledger, streaks);
        }
    }

    /** A command run on the login node with a compute node's name must not act on that node. */
    private Optional<String> strangeHost(NodeState state) {
        String theirs = shortName(state.hostName());
        String ours = shortName(site.hostName());
        return theirs.isEmpty() || ours.isEmpty() || theirs.equalsIgnoreCase(ours)
                ? Optional.empty()
                : Optional.of(
                        "not acting: the scheduler's node "
                                + node
                                + " is the machine "
                                + theirs
                                + ", and this is "
                                + ours);
    }

    private static String shortName(String hostName) {
        int dot = hostName.indexOf('.');
        return dot < 0 ? hostName : hostName.substring(0, dot);
    }

    private Outcome decideAndAct(
            Intent intent,
            NodeController controller,
            Optional<NodeState> state,
            Ledger ledger,
            Streaks streaks,
            Deadline deadline)
            throws IOException, InterruptedException {
        Decision decision = policy.decide(intent, node, state, ledger, streaks, clock.instant());
        boolean drains = decision.action().filter(Action.Drain.class::isInstance).isPresent();
        if (drains && state.isPresent()) {
            decision = admit(decision, controller, state.get(), deadline);
        }
        journal.decided(intent, decision, state);
        Outcome outcome = apply(intent, decision, controller, deadline);
        boolean written =
                decision.action().isPresent() && drains && outcome.ledger.open(node).isPresent();
        if (written) {
            site.spreading().await(SAME_TIME);
        }
        boolean standing = decision.review() || written;
        return standing && state.isPresent()
                ? reconsider(controller, state.get(), outcome, deadline)
                : outcome;
    }

    /** Not when our drain stands already: then nothing will be written. */
    private void spread(Intent intent, Ledger ledger) throws InterruptedException {
        if (intent instanceof Intent.Drain drain
                && drain.mode() == Mode.ACT
                && ledger.open(node).isEmpty()) {
            Duration wait = policy.admission().wait(node);
            if (!wait.isZero()) {
                site.spreading().await(wait);
            }
        }
    }

    private Decision admit(
            Decision decision, NodeController controller, NodeState state, Deadline deadline)
            throws IOException, InterruptedException {
        double before = boot.now().seconds();
        Census census = census(controller, state, deadline);
        Uptime now = boot.now();
        Duration took = Duration.ofMillis((long) ((now.seconds() - before) * 1000));
        return policy.admission().admit(decision, state, census, took, now);
    }

    private static Census census(NodeController controller, NodeState state, Deadline deadline)
            throws IOException, InterruptedException {
        return controller.census(Set.copyOf(state.partitions()), deadline);
    }

    /** Counts once more, now that our drain is among the others. */
    private Outcome reconsider(
            NodeController controller, NodeState state, Outcome outcome, Deadline deadline)
            throws InterruptedException {
        Census census;
        try {
            census = census(controller, state, deadline);
        } catch (IOException e) {
            journal.reported("drains could not be counted: " + e.getMessage());
            return outcome;
        }
        Intent.Review review =
                new Intent.Review(
                        outcome.ledger.open(node).orElseThrow(), "whether our drain may stay");
        Decision decision;
        try {
            decision =
                    policy.admission()
                            .reconsider(state, census, outcome.ledger, outcome.streaks, boot.now());
        } catch (IOException e) {
            journal.reported("no uptime: " + e.getMessage());
            return outcome;
        }
        if (!decision.streaks().holds().equals(outcome.streaks.holds())
                || decision.action().isPresent()) {
            journal.decided(review, decision, Optional.of(state));
        }
        return apply(review, decision, controller, deadline);
    }

    private Outcome apply(
            Intent intent, Decision decision, NodeController controller, Deadline deadline)
            throws InterruptedException {
        if (decision.action().isEmpty()) {
            return new Outcome(true, decision.ledger(), decision.streaks());
        }
        if (site.pauses().haveChanged()) {
            journal.decided(
                    intent, "Farrier was paused or set going meanwhile: not acting this time");
            return new Outcome(true, decision.ledger(), decision.streaks());
        }
        Action action = decision.action().get();
        Ledger begun = begun(action, decision);
        if (!files.writeLedger(begun, journal)) {
            // Not knowing later that it was ours, we would take an administrator's step for none.
            journal.decided(intent, "the ledger cannot be written: not acting");
            return new Outcome(true, decision.ledger(), decision.streaks());
        }
        journal.intended(intent, action);
        files.requireTurn();
        List<ActionResult> results = action.applyTo(controller, deadline);
        journal.applied(action, results);
        return new Outcome(true, ended(action, begun, results), decision.streaks());
    }

    private Ledger begun(Action action, Decision decision) {
        if (action instanceof Action.Drain drain) {
            String text = drain.reason().text();
            boolean again =
                    decision.ledger()
                            .open(node)
                            .filter(open -> !open.readBack() && open.reason().equals(text))
                            .isPresent();
            if (again) {
                return decision.ledger();
            }
            return decision.ledger().begun(node, text, decision.codes(), clock.instant(), false);
        }
        return decision.ledger().seen(node, false);
    }

    private Ledger ended(Action action, Ledger begun, List<ActionResult> results) {
        ActionResult.Outcome outcome =
                results.isEmpty() ? ActionResult.Outcome.UNCONFIRMED : results.get(0).outcome();
        boolean drain = action instanceof Action.Drain;
        return switch (outcome) {
            case APPLIED, ALREADY_SO ->
                    drain
                            ? begun.seen(node, true)
                            : begun.ended(node, Ledger.EndedBy.OURS, clock.instant());
            case UNCONFIRMED -> begun;
            case NOT_OURS, LEFT_ALONE, NO_SUCH_NODE ->
                    drain ? begun.withdrawn(node) : begun.seen(node, true);
            case FAILED -> {
                if (results.get(0).after().isEmpty()) {
                    yield begun; // failed, by what we heard; the next look will see
                }
                yield drain ? begun.withdrawn(node) : begun.seen(node, true);
            }
        };
    }

    private boolean drainStands(Ledger ledger) {
        return site.scheduler().isPresent()
                && policy.mayAct()
                && ledger.open(node).filter(Ledger.Drain::readBack).isPresent();
    }

    private static String summary(Verdict verdict, Intent intent) {
        for (Finding finding : verdict.findings()) {
            if (finding.severity().compareTo(Severity.WARNING) > 0) {
                return finding.code() + " " + finding.component();
            }
        }
        return intent.why();
    }
}
