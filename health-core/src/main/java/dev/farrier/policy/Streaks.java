package dev.farrier.policy;

import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The streaks of all faults, by {@code <check's name>/<code>}, within one boot.
 *
 * @param boot the boot that they belong to; empty before the first look
 * @param holds by code: faults that drain nobody for a while
 */
public record Streaks(String boot, Map<String, Streak> byKey, Map<String, Hold> holds) {
    public static final Streaks NONE = new Streaks("", Map.of(), Map.of());

    public Streaks {
        holds = Map.copyOf(holds);
        byKey = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(byKey));
    }

    public static String key(String checkName, String code) {
        return checkName + "/" + code;
    }

    /** The same in this boot: after a reboot all counts restart. */
    public Streaks in(Uptime now) {
        if (now.bootId().equals(boot)) {
            return this;
        }
        Map<String, Streak> next = new LinkedHashMap<>();
        byKey.forEach((key, streak) -> next.put(key, streak.inNewBoot()));
        return new Streaks(now.bootId(), next, Map.of());
    }

    /**
     * With one more look. Only periodic looks count, and during the boot grace no fault that may
     * still go away.
     *
     * @param drainedFor codes of our open drain: their passes are counted even when this boot saw
     *     no failure
     */
    public Streaks after(
            Verdict verdict, Trigger trigger, Uptime now, Rules rules, Set<String> drainedFor) {
        Streaks current = in(now);
        if (trigger != Trigger.PERIODIC) {
            return current;
        }
        Map<String, Streak> next = new LinkedHashMap<>(current.byKey);
        for (CheckOutcome outcome : verdict.outcomes()) {
            if (outcome instanceof CheckOutcome.Examined examined) {
                for (String code : examined.codes()) {
                    look(next, examined, code, now.seconds(), rules, drainedFor);
                }
            }
        }
        next.entrySet()
                .removeIf(
                        entry ->
                                entry.getValue().fails().isEmpty()
                                        && !entry.getValue().handsOff()
                                        && !drainedFor.contains(code(entry.getKey())));
        Map<String, Hold> holds = new LinkedHashMap<>(current.holds);
        holds.values().removeIf(hold -> hold.until() <= now.seconds());
        return new Streaks(now.bootId(), next, holds);
    }

    private static void look(
            Map<String, Streak> streaks,
            CheckOutcome.Examined examined,
            String code,
            double uptime,
            Rules rules,
            Set<String> drainedFor) {
        String key = key(examined.name(), code);
        Streak streak = streaks.get(key);
        double window = rules.failWindow(examined.every()).toMillis() / 1000.0;
        Optional<Finding> found = worst(examined, code);
        if (found.isPresent()) {
            Finding finding = found.get();
            boolean settled = finding.fault().latched() || uptime >= rules.bootGrace().toSeconds();
            boolean counts = mayBeFatal(finding) && settled;
            if (counts || streak != null || drainedFor.contains(code)) {
                Streak before = streak == null ? Streak.NONE : streak;
                streaks.put(key, before.failed(uptime, window, counts));
            }
        } else if (streak != null || drainedFor.contains(code)) {
            Streak before = streak == null ? Streak.NONE : streak;
            streaks.put(key, before.passed(uptime, window));
        }
    }

    private static Optional<Finding> worst(CheckOutcome.Examined examined, String code) {
        Finding worst = null;
        for (Finding finding : examined.findings()) {
            if (finding.code().equals(code)
                    && (worst == null || worst.severity().compareTo(finding.severity()) < 0)) {
                worst = finding;
            }
        }
        return Optional.ofNullable(worst);
    }

    private static boolean mayBeFatal(Finding finding) {
        return finding.severity() == Severity.FATAL || awaitsConfirmation(finding);
    }

    /** A site that set another severity does not want it raised. */
    private static boolean awaitsConfirmation(Finding finding) {
        return finding.fault().confirmation().isPresent()
                && finding.severity() == finding.fault().severity();
    }

    /**
     * The verdict with those findings FATAL that have been seen as often and as long as their fault
     * asks for.
     */
    public Verdict confirm(Verdict verdict) {
        return verdict.withSeverities(
                (outcome, finding) ->
                        awaitsConfirmation(finding) && isConfirmed(outcome.name(), finding.fault())
                                ? Severity.FATAL
                                : finding.severity());
    }

    private boolean isConfirmed(String checkName, Fault fault) {
        Streak streak = of(key(checkName, fault.code()));
        return fault.confirmation()
                .filter(needed -> streak.fails().size() >= needed.looks())
                .filter(needed -> streak.failSpan() >= needed.span().toSeconds())
                .isPresent();
    }

    public Streak of(String key) {
        return byKey.getOrDefault(key, Streak.NONE);
    }

    /** The keys of this code, over all checks that it was seen on. */
    public List<String> keysOf(String code) {
        List<String> keys = new ArrayList<>();
        for (String key : byKey.keySet()) {
            if (code(key).equals(code)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static String code(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    Streaks withoutFails(Set<String> keys) {
        return mapped(keys, Streak::withoutFails);
    }

    Streaks withHandsOff(Set<String> keys) {
        return mapped(keys, Streak::withHandsOff);
    }

    Streaks withDrain(Set<String> keys) {
        return mapped(keys, Streak::drained);
    }

    private Streaks mapped(Set<String> keys, UnaryOperator<Streak> change) {
        Map<String, Streak> next = new LinkedHashMap<>(byKey);
        for (String key : keys) {
            next.put(key, change.apply(of(key)));
        }
        return new Streaks(boot, next, holds);
    }

    /** The hold of this code, if there is one. */
    public Optional<Hold> hold(String code) {
        return Optional.ofNullable(holds.get(code));
    }

    /** The hold of this code as part of an incident, if there is one. */
    Optional<Hold> incident(String code) {
        return hold(code).filter(hold -> hold.why() == Hold.Why.INCIDENT);
    }

    /** With these codes held; that of an incident stands before any other and keeps its times. */
    Streaks holding(List<String> codes, Hold hold) {
        Map<String, Hold> next = new LinkedHashMap<>(holds);
        for (String code : codes) {
            if (incident(code).isEmpty()) {
                next.put(code, hold);
            }
        }
        return new Streaks(boot, byKey, next);
    }
}
