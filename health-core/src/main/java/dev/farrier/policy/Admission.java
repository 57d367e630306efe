package dev.farrier.policy;

import dev.farrier.NodeName;
import dev.farrier.Uptime;
import dev.farrier.action.Action;
import dev.farrier.action.Census;
import dev.farrier.action.Ledger;
import dev.farrier.action.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides with the drains of all nodes in view: whether one more may be written, and whether one
 * that was written may stay. Pure. docs/safety.md has the bounds.
 */
public final class Admission {
    /** Until a drain is seen by others after its node counted: the count, a read and the write. */
    private static final int CALLS_UNSEEN = 3;

    private static final Duration BUDGET_WAIT = Duration.ofMinutes(5);

    private final Rules rules;

    Admission(Rules rules) {
        this.rules = rules;
    }

    /**
     * How long a node waits before it asks the scheduler for a drain, so that not all nodes do in
     * one second: a part of the spread that its name gives.
     */
    public Duration wait(NodeName node) {
        return Duration.ofMillis((long) (chance(node, 0) * rules.spread().toMillis()));
    }

    /**
     * Whether a drain that was decided may be written, now that all drains are counted.
     *
     * @param took how long the count took
     * @return the decision as it was, or one without its action: over budget, an incident, or a
     *     scheduler so slow that others may have counted the same
     */
    public Decision admit(
            Decision decided, NodeState state, Census census, Duration took, Uptime now) {
        Optional<String> incident =
                rules.budget().incident(decided.codes(), state.partitions(), census);
        if (incident.isPresent()) {
            return refused(
                    decided,
                    decided.streaks().holding(decided.codes(), incident(now)),
                    "common cause: " + incident.get());
        }
        Optional<String> used = rules.budget().used(state.node(), state.partitions(), census);
        if (used.isPresent()) {
            return refused(
                    decided, decided.streaks().holding(decided.codes(), budget(now)), used.get());
        }
        double share = share(rules.budget().share(state.partitions(), census), took);
        return chance(state.node(), (long) now.seconds()) < share
                ? decided
                : refused(
                        decided,
                        decided.streaks(),
                        String.format(
                                Locale.ROOT,
                                "the scheduler took %.1f s to count: one node in %d drains at a"
                                        + " look, this one not yet",
                                took.toMillis() / 1000.0,
                                Math.round(1 / share)));
    }

    /**
     * Of the nodes that want to drain within one spread so many may, that those which cannot see
     * each other's drains yet are no more than the budget; and never fewer than the budget's share,
     * since a look is longer than a count and a write.
     */
    private double share(double budget, Duration took) {
        double spread = rules.spread().toMillis();
        double unseen = CALLS_UNSEEN * (double) took.toMillis();
        return spread == 0 || unseen == 0
                ? 1
                : Math.max(budget, Math.min(1, budget * spread / unseen));
    }

    private static Decision refused(Decision decided, Streaks streaks, String why) {
        return new Decision(
                Optional.empty(),
                decided.action(),
                List.of(),
                false,
                decided.ledger(),
                streaks,
                why);
    }

    /**
     * Whether our drain of this node may stay, now that it is counted with the others.
     *
     * @return with a resume when it may not: at once when it is one too many, also for an incident
     *     that enough others show; else, when it is part of an incident, after the witness time, so
     *     that all others of it see it too
     */
    public Decision reconsider(
            NodeState state, Census census, Ledger ledger, Streaks streaks, Uptime now) {
        NodeName node = state.node();
        List<String> codes = ledger.open(node).map(Ledger.Drain::codes).orElse(List.of());
        Optional<String> incident = rules.budget().incident(codes, state.partitions(), census);
        Streaks held = incident.isPresent() ? streaks.holding(codes, incident(now)) : streaks;
        if (incident.isPresent()
                && !rules.budget().isWitness(node, codes, state.partitions(), census)) {
            return takeBack(node, ledger, held, "common cause: " + incident.get());
        }
        Optional<String> surplus = rules.budget().surplus(node, state.partitions(), census);
        if (surplus.isPresent()) {
            return takeBack(node, ledger, held.holding(codes, budget(now)), surplus.get());
        }
        for (String code : codes) {
            Optional<Hold> hold = held.incident(code);
            if (hold.isPresent()
                    && now.seconds() - hold.get().since() >= rules.witness().toSeconds()) {
                return takeBack(node, ledger, held, "common cause: " + code);
            }
        }
        return Decision.nothing(
                ledger,
                held,
                incident.map(why -> "common cause, taken back soon: " + why)
                        .orElse("our drain may stay"));
    }

    private Hold incident(Uptime now) {
        return hold(now, rules.commonCauseHold(), Hold.Why.INCIDENT);
    }

    private static Hold budget(Uptime now) {
        return hold(now, BUDGET_WAIT, Hold.Why.BUDGET);
    }

    private static Hold hold(Uptime now, Duration length, Hold.Why why) {
        return new Hold(now.seconds(), now.seconds() + length.toSeconds(), why);
    }

    private static Decision takeBack(NodeName node, Ledger ledger, Streaks streaks, String why) {
        return new Decision(
                Optional.of(new Action.Resume(Set.of(node))),
                Optional.empty(),
                List.of(),
                false,
                ledger,
                streaks,
                why);
    }

    /**
     * A number from 0 to below 1, the same for the same node and time, and spread evenly also over
     * names that differ in a digit: {@link String#hashCode} alone gives a whole rack one number.
     */
    private static double chance(NodeName node, long time) {
        long bits = node.value().hashCode() * 0x9E3779B97F4A7C15L + time; // SplitMix64
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        bits ^= bits >>> 31;
        return (bits >>> 11) * 0x1p-53;
    }
}
