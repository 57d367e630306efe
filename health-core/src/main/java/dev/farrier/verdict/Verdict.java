package dev.farrier.verdict;

import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The node as a whole, from all outcomes.
 *
 * @param outcomes in the order of the checks
 */
public record Verdict(
        NodeName node, Instant at, Health health, Coverage coverage, List<CheckOutcome> outcomes) {
    public Verdict {
        outcomes = List.copyOf(outcomes);
    }

    /** The verdict that these outcomes give. */
    public static Verdict of(NodeName node, Instant at, List<CheckOutcome> outcomes) {
        return new Verdict(node, at, health(outcomes), coverage(outcomes), outcomes);
    }

    /** A verdict of nothing: we could not look at all. */
    public static Verdict unknown(NodeName node, Instant at) {
        return of(node, at, List.of());
    }

    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        for (CheckOutcome outcome : outcomes) {
            all.addAll(outcome.findings());
        }
        return all;
    }

    /** The same verdict with other outcomes that weigh the same. */
    public Verdict with(List<CheckOutcome> others) {
        return new Verdict(node, at, health, coverage, others);
    }

    /** The same verdict with other severities, and the health that follows from them. */
    public Verdict withSeverities(BiFunction<CheckOutcome, Finding, Severity> severity) {
        List<CheckOutcome> judged = new ArrayList<>(outcomes.size());
        for (CheckOutcome outcome : outcomes) {
            if (outcome.judged() instanceof CheckOutcome.Examined examined
                    && !outcome.findings().isEmpty()) {
                List<Finding> findings = new ArrayList<>();
                for (Finding finding : examined.findings()) {
                    findings.add(finding.withSeverity(severity.apply(examined, finding)));
                }
                Examination old = examined.examination();
                CheckOutcome.Examined now =
                        examined.with(
                                new Examination(old.looked(), old.value(), old.limit(), findings));
                judged.add(
                        outcome instanceof CheckOutcome.Standing standing
                                ? new CheckOutcome.Standing(now, standing.age())
                                : now);
            } else {
                judged.add(outcome);
            }
        }
        return of(node, at, judged);
    }

    private static Health health(List<CheckOutcome> outcomes) {
        boolean examined = false;
        boolean blind = false;
        Severity worst = Severity.INFO;
        for (CheckOutcome outcome : outcomes) {
            examined |= outcome.judged() instanceof CheckOutcome.Examined;
            blind |= outcome instanceof CheckOutcome.Undetermined missing && missing.required();
            for (Finding finding : outcome.findings()) {
                worst = worst.compareTo(finding.severity()) < 0 ? finding.severity() : worst;
            }
        }
        if (worst == Severity.FATAL) {
            return Health.UNHEALTHY;
        }
        if (worst == Severity.DEGRADED) {
            return Health.DEGRADED;
        }
        return blind || !examined ? Health.UNKNOWN : Health.HEALTHY;
    }

    private static Coverage coverage(List<CheckOutcome> outcomes) {
        int examined = 0;
        int skipped = 0;
        for (CheckOutcome outcome : outcomes) {
            CheckOutcome judged = outcome.judged();
            if (judged instanceof CheckOutcome.Examined) {
                examined++;
            } else if (judged instanceof CheckOutcome.Skipped) {
                skipped++;
            }
        }
        return new Coverage(examined, skipped, outcomes.size() - examined - skipped);
    }
}
