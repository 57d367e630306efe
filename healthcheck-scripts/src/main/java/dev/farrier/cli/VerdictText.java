package dev.farrier.cli;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.verdict.CheckOutcome;
import dev.farrier.verdict.Coverage;
import dev.farrier.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A verdict for people: one row a check, then the verdict, why, and how much could be looked at.
 */
final class VerdictText {
    private VerdictText() {}

    static String of(Verdict verdict, boolean configured) {
        Table table = new Table("CHECK", "LOOKED AT", "VALUE", "LIMIT", "OUTCOME");
        for (CheckOutcome outcome : verdict.outcomes()) {
            add(table, outcome.judged());
        }
        StringBuilder text = new StringBuilder(table.toString());
        text.append('\n').append(verdict.node()).append(" is ").append(verdict.health().word());
        text.append(why(verdict)).append('\n');
        for (Finding finding : verdict.findings()) {
            text.append("  ")
                    .append(finding.severity().word())
                    .append("  ")
                    .append(finding.code())
                    .append(", ")
                    .append(TerminalText.oneLine(finding.component().toString()))
                    .append(": ")
                    .append(TerminalText.oneLine(finding.message()))
                    .append('\n');
        }
        notLookedAt(verdict)
                .forEach(
                        (why, names) ->
                                text.append("  could not look  ")
                                        .append(String.join(", ", names))
                                        .append(": ")
                                        .append(TerminalText.oneLine(why))
                                        .append('\n'));
        if (!configured) {
            text.append(
                    "No configuration: the built-in profile was used, which expects nothing of this node.\n");
        }
        return text.toString();
    }

    /** The checks by what kept them from looking, which those of one source share. */
    private static Map<String, List<String>> notLookedAt(Verdict verdict) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (CheckOutcome outcome : verdict.outcomes()) {
            if (outcome instanceof CheckOutcome.Undetermined undetermined) {
                names.computeIfAbsent(undetermined.why(), why -> new ArrayList<>())
                        .add(outcome.name());
            }
        }
        return names;
    }

    private static void add(Table table, CheckOutcome outcome) {
        if (outcome instanceof CheckOutcome.Examined examined) {
            Examination seen = examined.examination();
            table.add(
                    outcome.name(),
                    seen.looked(),
                    seen.value(),
                    seen.limit().isEmpty() ? "-" : seen.limit(),
                    outcome(examined));
        } else if (outcome instanceof CheckOutcome.Skipped skipped) {
            table.add(outcome.name(), "skipped: " + skipped.why());
        } else if (outcome instanceof CheckOutcome.Undetermined undetermined) {
            table.add(outcome.name(), "could not look: " + undetermined.why());
        }
    }

    private static String outcome(CheckOutcome.Examined examined) {
        Finding worst = null;
        for (Finding finding : examined.findings()) {
            boolean worse = worst == null || finding.severity().compareTo(worst.severity()) > 0;
            worst = worse ? finding : worst;
        }
        if (worst == null) {
            return "ok";
        }
        int more = examined.findings().size() - 1;
        return worst.severity().word() + " " + worst.code() + (more == 0 ? "" : " +" + more);
    }

    private static String why(Verdict verdict) {
        Coverage coverage = verdict.coverage();
        int all = coverage.examined() + coverage.skipped() + coverage.undetermined();
        StringBuilder why = new StringBuilder(": ");
        long serious =
                verdict.findings().stream()
                        .filter(finding -> finding.severity().compareTo(Severity.WARNING) > 0)
                        .count();
        if (serious > 0) {
            why.append(serious).append(serious == 1 ? " fault" : " faults").append("; ");
        }
        return why.append(coverage.examined())
                .append(" of ")
                .append(all)
                .append(" checks looked, ")
                .append(coverage.skipped())
                .append(" skipped, ")
                .append(coverage.undetermined())
                .append(" could not look")
                .toString();
    }
}
