package dev.farrier.policy;

import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.action.Action;
import dev.farrier.action.Ledger;
import dev.farrier.action.Ledger.EndedBy;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.check.Finding;
import dev.farrier.config.Mode;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Health;
import dev.farrier.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what is to be done about a verdict. Pure: the scheduler, the files and the clock come in
 * as values. In doubt it does nothing: a wrong drain is worse than a late one.
 */
public final class Policy {
    private final Rules rules;
    private final List<Pause> pauses;

    /**
     * @param pauses the ones that hold now
     */
    public Policy(Rules rules, List<Pause> pauses) {
        this.rules = rules;
        this.pauses = List.copyOf(pauses);
    }

    public Rules rules() {
        return rules;
    }

    /** What decides with all other drains in view. */
    public Admission admission() {
        return new Admission(rules);
    }

    /** Whether Farrier as a whole may act: mode act, and no pause for all checks. */
    public boolean mayAct() {
        for (Pause pause : pauses) {
            if (pause.isForAll()) {
                return false;
            }
        }
        return rules.mode() == Mode.ACT;
    }

    /**
     * What the verdict asks for.
     *
     * @param firstLook whether nothing is known yet of this boot
     */
    public Intent intent(
            Verdict verdict,
            Streaks streaks,
            Ledger ledger,
            Trigger trigger,
            Uptime now,
            Instant clock,
            boolean firstLook) {
        List<Intent.Cause> acting = new ArrayList<>();
        List<Intent.Cause> observed = new ArrayList<>();
        String waiting = "";
        for (CheckOutcome outcome : verdict.outcomes()) {
            for (Finding finding : outcome.findings()) {
                if (finding.severity() != Severity.FATAL) {
                    continue;
                }
                String key = Streaks.key(outcome.name(), finding.code());
                String wait = waitsFor(key, outcome, finding, streaks, trigger, now);
                if (!wait.isEmpty()) {
                    waiting = key + " " + wait;
                } else if (mode(outcome) == Mode.ACT) {
                    acting.add(new Intent.Cause(key, finding));
                } else {
                    observed.add(new Intent.Cause(key, finding));
                }
            }
        }
        if (!acting.isEmpty()) {
            return new Intent.Drain(acting, Mode.ACT, why(acting));
        }
        if (!observed.isEmpty()) {
            return new Intent.Drain(observed, Mode.OBSERVE, why(observed) + pausedNote());
        }
        Optional<Ledger.Drain> open = ledger.open(verdict.node());
        if (open.isPresent()) {
            Intent intent = afterDrain(open.get(), verdict, streaks, trigger, now);
            boolean settled =
                    intent instanceof Intent.Resume || !mayActOn(open.get().codes(), verdict);
            return settled || !needsReview(open.get(), streaks, clock)
                    ? intent
                    : new Intent.Review(open.get(), intent.why());
        }
        if (firstLook) {
            return new Intent.Inspect("first look of this boot");
        }
        return new Intent.None(waiting.isEmpty() ? "nothing to do" : waiting);
    }

    private Mode mode(CheckOutcome outcome) {
        for (Pause pause : pauses) {
            if (pause.covers(outcome.name(), outcome.check())) {
                return Mode.OBSERVE;
            }
        }
        return outcome.judged() instanceof CheckOutcome.Examined examined
                ? examined.mode().orElse(rules.mode())
                : rules.mode();
    }

    private String pausedNote() {
        return pauses.isEmpty() ? "" : " (" + pauses.get(0).describe() + ")";
    }

    /** What a FATAL finding still lacks before it may drain; empty when nothing. */
    private String waitsFor(
            String key,
            CheckOutcome outcome,
            Finding finding,
            Streaks streaks,
            Trigger trigger,
            Uptime now) {
        Streak streak = streaks.of(key);
        if (streak.handsOff()) {
            return "was resumed by an administrator: hands off until it has cleared once";
        }
        Optional<Hold> hold = streaks.hold(finding.code());
        if (hold.isPresent()) {
            return hold.get().why() == Hold.Why.INCIDENT
                    ? "was found on too many nodes at once: drains nobody for a while"
                    : "the drain budget was used: counts again in a while";
        }
        if (finding.fault().latched()) {
            return "";
        }
        if (trigger != Trigger.PERIODIC) {
            return "was seen by a look that does not count (" + trigger.word() + ")";
        }
        if (now.seconds() < rules.bootGrace().toSeconds()) {
            return "was seen within the boot grace of " + rules.bootGrace().toSeconds() + " s";
        }
        int fails = streak.fails().size();
        if (fails < rules.failCount()) {
            return String.format(
                    Locale.ROOT,
                    "failed %d of %d looks within %d s",
                    fails,
                    rules.failCount(),
                    window(outcome).toSeconds());
        }
        return "";
    }

    private Duration window(CheckOutcome outcome) {
        return outcome.judged() instanceof CheckOutcome.Examined examined
                ? rules.failWindow(examined.every())
                : rules.failWindow();
    }

    private static String why(List<Intent.Cause> causes) {
        Finding first = causes.get(0).finding();
        String more = causes.size() == 1 ? "" : " and " + (causes.size() - 1) + " more";
        return first.code() + " " + first.component() + more;
    }

    private Intent afterDrain(
            Ledger.Drain open, Verdict verdict, Streaks streaks, Trigger trigger, Uptime now) {
        if (trigger != Trigger.PERIODIC) {
            return new Intent.None("only periodic looks end a drain");
        }
        if (verdict.health() == Health.UNKNOWN) {
            return new Intent.None("drained; health unknown, so it stays");
        }
        if (verdict.health() == Health.UNHEALTHY) {
            return new Intent.None("drained; another fault is not proven yet");
        }
        Mode mode = Mode.ACT;
        for (String code : open.codes()) {
            List<String> keys = streaks.keysOf(code);
            if (keys.isEmpty()) {
                return new Intent.None("drained; no check looks for " + code + " any more");
            }
            for (String key : keys) {
                if (!passes(key, code, verdict)) {
                    return new Intent.None("drained; " + key + " was not looked at this time");
                }
                Streak streak = streaks.of(key);
                double held = streak.passes() == 0 ? 0 : now.seconds() - streak.passSince();
                if (streak.passes() < rules.passCount() || held < rules.passHold().toSeconds()) {
                    return new Intent.None(
                            String.format(
                                    Locale.ROOT,
                                    "drained; %s passed %d of %d looks, for %d of %d s",
                                    key,
                                    streak.passes(),
                                    rules.passCount(),
                                    (long) held,
                                    rules.passHold().toSeconds()));
                }
                if (modeOf(key, verdict) == Mode.OBSERVE) {
                    mode = Mode.OBSERVE;
                }
            }
        }
        return new Intent.Resume(open, mode, String.join(", ", open.codes()) + " is gone");
    }

    /** Whether a check that looks for one of these codes may act. */
    private boolean mayActOn(List<String> codes, Verdict verdict) {
        for (CheckOutcome outcome : verdict.outcomes()) {
            if (outcome.judged() instanceof CheckOutcome.Examined examined
                    && mode(outcome) == Mode.ACT
                    && !Collections.disjoint(examined.codes(), codes)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A drain may turn out to be part of an incident as long as others of it may still be written.
     */
    private boolean needsReview(Ledger.Drain open, Streaks streaks, Instant clock) {
        for (String code : open.codes()) {
            if (streaks.incident(code).isPresent()) {
                return true;
            }
        }
        Duration age = Duration.between(open.at(), clock);
        return age.compareTo(rules.budget().window().plus(rules.witness())) <= 0;
    }

    /** Only a look that saw the check pass may end a drain; earlier passes alone are old news. */
    private static boolean passes(String key, String code, Verdict verdict) {
        for (CheckOutcome outcome : verdict.outcomes()) {
            if (outcome instanceof CheckOutcome.Examined examined
                    && examined.codes().contains(code)
                    && Streaks.key(examined.name(), code).equals(key)) {
                return examined.findings().stream()
                        .noneMatch(finding -> finding.code().equals(code));
            }
        }
        return false;
    }

    private Mode modeOf(String key, Verdict verdict) {
        for (CheckOutcome outcome : verdict.outcomes()) {
            if (key.startsWith(outcome.name() + "/")) {
                return mode(outcome);
            }
        }
        return mayAct() ? Mode.ACT : Mode.OBSERVE;
    }

    /**
     * What is to be done.
     *
     * @param state the node at its scheduler; empty when the scheduler knows no such node
     */
    public Decision decide(
            Intent intent,
            NodeName node,
            Optional<NodeState> state,
            Ledger ledger,
            Streaks streaks,
            Instant now) {
        if (state.isEmpty()) {
            return nothing(ledger, streaks, "the scheduler knows no node " + node);
        }
        if (intent instanceof Intent.Drain drain) {
            return decideDrain(drain, state.get(), ledger, streaks, now);
        }
        if (intent instanceof Intent.Resume resume) {
            return decideResume(resume, state.get(), ledger, streaks, now);
        }
        if (intent instanceof Intent.Review) {
            return decideReview(state.get(), ledger, streaks, now);
        }
        Ledger adopted = adopted(state.get(), ledger, now);
        return nothing(
                adopted,
                streaks,
                adopted.equals(ledger) ? "no drain of ours stands" : "took over our own drain");
    }

    private Decision decideDrain(
            Intent.Drain intent, NodeState state, Ledger ledger, Streaks streaks, Instant now) {
        NodeName node = state.node();
        Set<String> keys = keys(intent.causes());
        Optional<Ledger.Drain> open = ledger.open(node);
        if (state.drained()) {
            if (isOurs(state, open)) {
                Ledger seen =
                        open.isPresent() ? ledger.seen(node, true) : adopted(state, ledger, now);
                Streaks drained = streaks.withDrain(keys);
                boolean young =
                        seen.open(node).filter(own -> needsReview(own, streaks, now)).isPresent();
                return intent.mode() == Mode.ACT && young
                        ? review(
                                seen.alsoFor(node, intent.codes()),
                                drained,
                                "already drained by us")
                        : nothing(seen, drained, "already drained by us");
            }
            if (landedLate(state, ledger)) {
                return review(adopted(state, ledger, now), streaks, "already drained by us");
            }
            return nothing(
                    ledger.ended(node, EndedBy.ADMIN, now),
                    streaks.withoutFails(keys),
                    "left alone: drained by " + whose(state));
        }
        if (state.onlyObserved().isPresent()) {
            return nothing(
                    ledger,
                    streaks.withoutFails(keys),
                    "left alone: node is " + state.onlyObserved().get());
        }
        if (open.isPresent() && open.get().readBack()) {
            Set<String> taken = keysOf(open.get().codes(), intent.causes());
            taken.removeIf(key -> streaks.of(key).clearedSinceDrain());
            Ledger ended = ledger.ended(node, EndedBy.ADMIN, now);
            Streaks handsOff = streaks.withHandsOff(taken);
            List<Intent.Cause> others = without(intent.causes(), taken);
            if (others.isEmpty()) {
                return nothing(
                        ended,
                        handsOff,
                        "an administrator took our drain back: hands off until the fault has cleared");
            }
            return drain(
                    new Intent.Drain(others, intent.mode(), why(others)), node, ended, handsOff);
        }
        return drain(intent, node, ledger, streaks);
    }

    private static Decision drain(
            Intent.Drain intent, NodeName node, Ledger ledger, Streaks streaks) {
        Action action = new Action.Drain(Set.of(node), intent.reason());
        boolean act = intent.mode() == Mode.ACT;
        return new Decision(
                act ? Optional.of(action) : Optional.empty(),
                act ? Optional.empty() : Optional.of(action),
                intent.codes(),
                false,
                ledger,
                act ? streaks.withDrain(keys(intent.causes())) : streaks,
                act ? intent.why() : "not in mode act: " + intent.why());
    }

    private static Decision decideReview(
            NodeState state, Ledger ledger, Streaks streaks, Instant now) {
        NodeName node = state.node();
        Optional<Ledger.Drain> open = ledger.open(node);
        if (state.drained() && isOurs(state, open)) {
            return review(ledger.seen(node, true), streaks, "our drain stands");
        }
        boolean readBack = open.filter(Ledger.Drain::readBack).isPresent();
        if (open.isPresent() && !readBack && !state.drained()) {
            // It may be under way still: forgotten now, it would stand for ever.
            return nothing(ledger, streaks, "our drain has not landed: " + state.word());
        }
        return nothing(
                ledger.ended(node, readBack ? EndedBy.ADMIN : EndedBy.UNKNOWN, now),
                streaks,
                "our drain is gone: " + state.word());
    }

    private static Decision review(Ledger ledger, Streaks streaks, String why) {
        return new Decision(
                Optional.empty(), Optional.empty(), List.of(), true, ledger, streaks, why);
    }

    private static Decision decideResume(
            Intent.Resume intent, NodeState state, Ledger ledger, Streaks streaks, Instant now) {
        NodeName node = state.node();
        if (!state.drained()) {
            EndedBy by = intent.drain().readBack() ? EndedBy.ADMIN : EndedBy.UNKNOWN;
            return nothing(ledger.ended(node, by, now), streaks, "the drain is gone already");
        }
        if (landedLate(state, ledger)) {
            return nothing(adopted(state, ledger, now), streaks, "an earlier drain of ours stands");
        }
        if (!isOurs(state, Optional.of(intent.drain()))) {
            return nothing(
                    ledger.ended(node, EndedBy.ADMIN, now),
                    streaks,
                    "left alone: drained by " + whose(state));
        }
        if (state.onlyObserved().isPresent()) {
            return nothing(ledger, streaks, "left alone: node is " + state.onlyObserved().get());
        }
        Action action = new Action.Resume(Set.of(node));
        boolean act = intent.mode() == Mode.ACT;
        return new Decision(
                act ? Optional.of(action) : Optional.empty(),
                act ? Optional.empty() : Optional.of(action),
                List.of(),
                false,
                ledger,
                streaks,
                act ? intent.why() : "not in mode act: " + intent.why());
    }

    /** Ours by its text, and not another text than the one that we wrote. */
    private static boolean isOurs(NodeState state, Optional<Ledger.Drain> open) {
        return state.drainedByUs()
                && (open.isEmpty()
                        || state.reason()
                                .map(Policy::plain)
                                .equals(Optional.of(open.get().reason())));
    }

    /** A text that we sent, heard nothing of, and followed by another one. */
    private static boolean landedLate(NodeState state, Ledger ledger) {
        return state.drainedByUs()
                && state.reason()
                        .map(Policy::plain)
                        .filter(reason -> ledger.superseded(state.node(), reason))
                        .isPresent();
    }

    private static String plain(String reason) {
        return Reason.withoutAdditions(reason);
    }

    private static Ledger adopted(NodeState state, Ledger ledger, Instant now) {
        if (!state.drainedByUs() || state.reason().isEmpty()) {
            return ledger;
        }
        String reason = plain(state.reason().get());
        return ledger.begun(
                state.node(), reason, Reason.codes(reason), state.reasonAt().orElse(now), true);
    }

    private static String whose(NodeState state) {
        String who =
                state.owner() == Owner.EDITED ? "whoever edited our reason" : state.owner().word();
        return who
                + state.reasonBy().map(user -> " (" + user + ")").orElse("")
                + state.reason().map(reason -> ": " + reason).orElse("");
    }

    private static Decision nothing(Ledger ledger, Streaks streaks, String why) {
        return Decision.nothing(ledger, streaks, why);
    }

    private static Set<String> keys(List<Intent.Cause> causes) {
        Set<String> keys = new LinkedHashSet<>();
        for (Intent.Cause cause : causes) {
            keys.add(cause.key());
        }
        return keys;
    }

    private static Set<String> keysOf(List<String> codes, List<Intent.Cause> causes) {
        Set<String> keys = new LinkedHashSet<>();
        for (Intent.Cause cause : causes) {
            if (codes.contains(cause.finding().code())) {
                keys.add(cause.key());
            }
        }
        return keys;
    }

    private static List<Intent.Cause> without(List<Intent.Cause> causes, Set<String> keys) {
        List<Intent.Cause> others = new ArrayList<>();
        for (Intent.Cause cause : causes) {
            if (!keys.contains(cause.key())) {
                others.add(cause);
            }
        }
        return others;
    }
}
