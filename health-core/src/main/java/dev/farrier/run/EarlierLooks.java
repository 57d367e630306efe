package dev.farrier.run;

import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.check.Check;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Verdict;
import dev.farrier.verdict.VerdictJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What earlier looks left to later ones, by the name of the check's instance: outcomes that stand
 * until the check is due again, and which programs of the site have passed on this node.
 */
public record EarlierLooks(Map<String, Look> looks, Map<String, Program> programs) {
    static final EarlierLooks NONE = new EarlierLooks(Map.of(), Map.of());

    /** More say nothing that these do not, and state stays small. */
    private static final int MOST_FINDINGS = 50;

    /** A run may come a little early, and the check is due all the same. */
    private static final double MOST_EARLY = 10;

    /**
     * A look that stands.
     *
     * @param outcome as {@link VerdictJson} writes it
     */
    public record Look(String boot, double uptime, long fingerprint, Map<String, Object> outcome) {}

    /** A program of the site as it was last seen. */
    public record Program(String digest, boolean passed) {}

    public EarlierLooks {
        looks = Map.copyOf(looks);
        programs = Map.copyOf(programs);
    }

    /** The outcome that stands for this check; empty when it is due, or was another one then. */
    Optional<CheckOutcome.Standing> standing(CheckInstance<?> instance, Uptime now) {
        Look look = looks.get(instance.name());
        Optional<Duration> every = instance.settings().every();
        if (look == null
                || every.isEmpty()
                || !look.boot().equals(now.bootId())
                || look.fingerprint() != instance.fingerprint()) {
            return Optional.empty();
        }
        double age = now.seconds() - look.uptime();
        double seconds = every.get().toMillis() / 1000.0;
        boolean due = age < 0 || age >= seconds - Math.min(MOST_EARLY, seconds / 10);
        return due
                ? Optional.empty()
                : outcome(instance, look.outcome())
                        .map(last -> new CheckOutcome.Standing(last, age));
    }

    /** With one more verdict. Only a periodic look is kept: no other would count as a pass. */
    EarlierLooks after(List<CheckInstance<?>> checks, Verdict seen, Trigger trigger, Uptime now) {
        Map<String, CheckInstance<?>> byName = new LinkedHashMap<>();
        for (CheckInstance<?> check : checks) {
            byName.put(check.name(), check);
        }
        Map<String, Look> nextLooks = new LinkedHashMap<>();
        Map<String, Program> nextPrograms = new LinkedHashMap<>();
        for (CheckOutcome outcome : seen.outcomes()) {
            CheckInstance<?> check = byName.get(outcome.name());
            if (check == null) {
                continue;
            }
            Look look =
                    stands(outcome, check) && trigger == Trigger.PERIODIC
                            ? look(outcome, check, now)
                            : looks.get(outcome.name());
            boolean blind = outcome instanceof CheckOutcome.Undetermined;
            if (check.settings().every().isPresent() && look != null && !blind) {
                nextLooks.put(outcome.name(), look);
            }
            Program program = program(outcome);
            if (program != null) {
                nextPrograms.put(outcome.name(), program);
            }
        }
        return new EarlierLooks(nextLooks, nextPrograms);
    }

    private static boolean stands(CheckOutcome outcome, CheckInstance<?> check) {
        return check.settings().every().isPresent()
                && (outcome instanceof CheckOutcome.Examined
                        || outcome instanceof CheckOutcome.Skipped);
    }

    private static Look look(CheckOutcome outcome, CheckInstance<?> check, Uptime now) {
        CheckOutcome kept = outcome;
        if (outcome instanceof CheckOutcome.Examined examined
                && examined.findings().size() > MOST_FINDINGS) {
            List<Finding> worst = new ArrayList<>(examined.findings());
            worst.sort(Comparator.comparing(Finding::severity).reversed());
            Examination all = examined.examination();
            kept =
                    examined.with(
                            new Examination(
                                    all.looked(),
                                    all.value(),
                                    all.limit(),
                                    worst.subList(0, MOST_FINDINGS)));
        }
        Map<String, Object> json = VerdictJson.of(kept);
        if (outcome instanceof CheckOutcome.Examined examined) {
            examined.program().ifPresent(digest -> json.put("program", digest));
        }
        return new Look(now.bootId(), now.seconds(), check.fingerprint(), json);
    }

    /** What is known of the program behind this outcome; null where there is none. */
    private @Nullable Program program(CheckOutcome outcome) {
        Program known = programs.get(outcome.name());
        if (!(outcome instanceof CheckOutcome.Examined examined) || examined.program().isEmpty()) {
            return known;
        }
        String digest = examined.program().get();
        if (digest.isEmpty()) {
            return new Program(digest, false);
        }
        boolean passedBefore = known != null && known.equals(new Program(digest, true));
        return new Program(digest, passedBefore || examined.findings().isEmpty());
    }

    /** Names of checks whose program is new or has changed, and has not passed yet. */
    Set<String> onProbation() {
        Set<String> names = new HashSet<>();
        programs.forEach(
                (name, program) -> {
                    if (!program.passed()) {
                        names.add(name);
                    }
                });
        return names;
    }

    /** The verdict in which programs on probation lead to no action. */
    Verdict observing(Verdict seen) {
        Set<String> names = onProbation();
        if (names.isEmpty()) {
            return seen;
        }
        List<CheckOutcome> outcomes = new ArrayList<>();
        for (CheckOutcome outcome : seen.outcomes()) {
            if (!names.contains(outcome.name())) {
                outcomes.add(outcome);
            } else if (outcome instanceof CheckOutcome.Examined examined) {
                outcomes.add(examined.onlyObserving());
            } else if (outcome instanceof CheckOutcome.Standing standing
                    && standing.last() instanceof CheckOutcome.Examined examined) {
                outcomes.add(new CheckOutcome.Standing(examined.onlyObserving(), standing.age()));
            } else {
                outcomes.add(outcome);
            }
        }
        return seen.with(outcomes);
    }

    private static Optional<CheckOutcome> outcome(
            CheckInstance<?> instance, Map<String, Object> json) {
        if ("skipped".equals(json.get("outcome"))) {
            return Optional.of(
                    new CheckOutcome.Skipped(
                            instance.name(), instance.check().id(), text(json.get("why"))));
        }
        if (!"examined".equals(json.get("outcome"))
                || !(json.get("findings") instanceof List<?> list)) {
            return Optional.empty();
        }
        Set<String> codes = new HashSet<>();
        for (Fault fault : instance.check().faults()) {
            codes.add(fault.code());
        }
        List<Finding> findings = new ArrayList<>();
        for (Object entry : list) {
            Optional<Finding> finding = finding(instance.check(), entry);
            if (finding.isEmpty()) {
                return Optional.empty(); // of another version: then it is looked at anew
            }
            findings.add(finding.get());
        }
        return Optional.of(
                new CheckOutcome.Examined(
                        instance.name(),
                        instance.check().id(),
                        text(json.get("source")),
                        codes,
                        instance.settings(),
                        json.get("program") instanceof String digest
                                ? Optional.of(digest)
                                : Optional.empty(),
                        new Examination(
                                text(json.get("looked")),
                                text(json.get("value")),
                                text(json.get("limit")),
                                findings)));
    }

    private static Optional<Finding> finding(Check<?> check, @Nullable Object entry) {
        if (entry instanceof Map<?, ?> json && json.get("component") instanceof Map<?, ?> part) {
            for (Fault fault : check.faults()) {
                for (Severity severity : Severity.values()) {
                    if (fault.code().equals(json.get("code"))
                            && severity.word().equals(json.get("severity"))) {
                        return Optional.of(
                                new Finding(
                                        fault,
                                        new Component(text(part.get("kind")), text(part.get("id"))),
                                        severity,
                                        text(json.get("message")),
                                        text(json.get("value")),
                                        text(json.get("limit"))));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    void putInto(Map<String, Object> json) {
        if (!looks.isEmpty()) {
            Map<String, Object> byName = new LinkedHashMap<>();
            looks.forEach(
                    (name, look) -> {
                        Map<String, Object> entry = new LinkedHashMap<>();
                        entry.put("boot", look.boot());
                        entry.put("uptime", look.uptime());
                        entry.put("settings", look.fingerprint());
                        entry.put("outcome", look.outcome());
                        byName.put(name, entry);
                    });
            json.put("looks", byName);
        }
        if (!programs.isEmpty()) {
            Map<String, Object> byName = new LinkedHashMap<>();
            programs.forEach(
                    (name, program) -> {
                        Map<String, Object> entry = new LinkedHashMap<>();
                        entry.put("digest", program.digest());
                        entry.put("passed", program.passed());
                        byName.put(name, entry);
                    });
            json.put("programs", byName);
        }
    }

    /**
     * What is of no use is left out: then it is looked at anew, and a program has to pass again.
     */
    static EarlierLooks takeFrom(Map<String, Object> json) {
        Map<String, Look> looks = new LinkedHashMap<>();
        if (json.remove("looks") instanceof Map<?, ?> entries) {
            entries.forEach(
                    (name, entry) -> {
                        if (entry instanceof Map<?, ?> fields
                                && fields.get("boot") instanceof String boot
                                && fields.get("uptime") instanceof Number uptime
                                && fields.get("settings") instanceof Long fingerprint
                                && fields.get("outcome") instanceof Map<?, ?> outcome) {
                            Map<String, Object> told = new LinkedHashMap<>();
                            outcome.forEach((key, value) -> told.put(String.valueOf(key), value));
                            looks.put(
                                    String.valueOf(name),
                                    new Look(boot, uptime.doubleValue(), fingerprint, told));
                        }
                    });
        }
        Map<String, Program> programs = new LinkedHashMap<>();
        if (json.remove("programs") instanceof Map<?, ?> entries) {
            entries.forEach(
                    (name, entry) -> {
                        if (entry instanceof Map<?, ?> fields
                                && fields.get("digest") instanceof String digest) {
                            boolean passed = Boolean.TRUE.equals(fields.get("passed"));
                            programs.put(String.valueOf(name), new Program(digest, passed));
                        }
                    });
        }
        return new EarlierLooks(looks, programs);
    }
}
