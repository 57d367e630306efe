package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.action.Action;
import dev.farrier.action.ActionResult;
import dev.farrier.action.Ledger;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeState;
import dev.farrier.config.Mode;
import dev.farrier.policy.Decision;
import dev.farrier.policy.Intent;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Rules;
import dev.farrier.policy.Streaks;
import dev.farrier.verdict.Evaluator;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One run from source to action: look, judge, decide, act, write down. It may be killed between any
 * two steps: what was begun is in the ledger before it is done, and the next run goes on from what
 * it finds.
 */
public final class NodeRun {
    private final NodeName node;
    private final Evaluator evaluator;
    private final Rules rules;
    private final Policy policy;
    private final Optional<Supplier<NodeController>> scheduler;
    private final RunFiles files;
    private final RunJournal journal;
    private final Boot boot;
    private final InstantSource clock;

    /**
     * @param scheduler makes the controller when something is to be done; empty where Farrier never
     *     acts: no scheduler, or this node's name in it is not certain
     */
    public NodeRun(
            NodeName node,
            Evaluator evaluator,
            Rules rules,
            Optional<Supplier<NodeController>> scheduler,
            RunFiles files,
            RunJournal journal,
            Boot boot,
            InstantSource clock) {
        this.node = node;
        this.evaluator = evaluator;
        this.rules = rules;
        this.policy = new Policy(rules);
        this.scheduler = scheduler;
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
        Verdict seen = evaluator.evaluate(node, forLooking(deadline));
        Streaks streaks = memory.streaks().after(seen, trigger, now, rules, drainedFor(ledger));
        Verdict verdict = streaks.confirm(seen);
        journal.looked(trigger, verdict);

        boolean firstLook = !memory.inspectedBoot().equals(now.bootId()) || kept.isEmpty();
        Intent intent = policy.intent(verdict, streaks, ledger, trigger, now, firstLook);
        Outcome outcome = carryOut(intent, ledger, streaks, deadline);

        String inspected = outcome.asked ? now.bootId() : memory.inspectedBoot();
        files.writeLedger(outcome.ledger, journal);
        String whose = scheduler.isPresent() ? node.value() : memory.node();
        files.writeMemory(
                new NodeMemory(whose, outcome.streaks, inspected, memory.rest()), journal);
        files.publish(now, verdict, drainStands(outcome.ledger), summary(verdict, intent), journal);
        return verdict;
    }

    private NodeMemory readMemory() {
        NodeMemory memory = files.readMemory(journal).orElse(NodeMemory.EMPTY);
        if (scheduler.isEmpty() || memory.node().isEmpty() || memory.node().equals(node.value())) {
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
        return scheduler.isEmpty()
                ? deadline
                : deadline.atMost(deadline.remaining().multipliedBy(3).dividedBy(5));
    }

    private Set<String> drainedFor(Ledger ledger) {
        return ledger.open(node).map(open -> Set.copyOf(open.codes())).orElse(Set.of());
    }

    /** What became of an intent; {@code asked} when the scheduler answered. */
    private record Outcome(boolean asked, Ledger ledger, Streaks streaks) {}

    private Outcome carryOut(Intent intent, Ledger ledger, Streaks streaks, Deadline deadline)
            throws InterruptedException {
        if (intent instanceof Intent.None) {
            return new Outcome(false, ledger, streaks);
        }
        if (scheduler.isEmpty()) {
            if (intent instanceof Intent.Drain) {
                journal.decided(intent, "this node's name in a scheduler is not known: not acting");
            }
            return new Outcome(false, ledger, streaks);
        }
        NodeController controller = scheduler.get().get();
        Optional<NodeState> state;
        try {
            state = Optional.ofNullable(controller.states(Set.of(node), deadline).get(node));
        } catch (IOException e) {
            journal.decided(intent, "the scheduler did not answer: " + e.getMessage());
            return new Outcome(false, ledger, streaks);
        }
        Decision decision = policy.decide(intent, node, state, ledger, streaks, clock.instant());
        journal.decided(intent, decision, state);
        if (decision.action().isEmpty()) {
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
        return scheduler.isPresent()
                && rules.mode() == Mode.ACT
                && ledger.open(node).filter(Ledger.Drain::readBack).isPresent();
    }

    private static String summary(Verdict verdict, Intent intent) {
        return verdict.findings().stream()
                .filter(finding -> finding.severity().compareTo(dev.farrier.Severity.WARNING) > 0)
                .findFirst()
                .map(finding -> finding.code() + " " + finding.component())
                .orElse(intent.why());
    }
}
