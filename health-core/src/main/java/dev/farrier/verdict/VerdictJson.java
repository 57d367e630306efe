package dev.farrier.verdict;

import dev.farrier.UtcTime;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A verdict as JSON, in the schema {@code farrier-verdict/1} of docs/json.md. */
public final class VerdictJson {
    public static final String SCHEMA = "farrier-verdict/1";

    private VerdictJson() {}

    public static Map<String, Object> of(Verdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("node", verdict.node().value());
        json.put("at", UtcTime.text(verdict.at()));
        json.put("health", verdict.health().word());
        Map<String, Object> coverage = new LinkedHashMap<>();
        coverage.put("examined", verdict.coverage().examined());
        coverage.put("skipped", verdict.coverage().skipped());
        coverage.put("undetermined", verdict.coverage().undetermined());
        json.put("coverage", coverage);
        List<Object> checks = new ArrayList<>();
        for (CheckOutcome outcome : verdict.outcomes()) {
            checks.add(of(outcome));
        }
        json.put("checks", checks);
        return json;
    }

    /** One outcome, as it lies in the list {@code checks}. */
    public static Map<String, Object> of(CheckOutcome outcome) {
        if (outcome instanceof CheckOutcome.Standing standing) {
            Map<String, Object> last = of(standing.last());
            last.put("age", Math.round(standing.age()));
            return last;
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", outcome.name());
        json.put("check", outcome.check());
        if (outcome instanceof CheckOutcome.Examined examined) {
            Examination examination = examined.examination();
            json.put("outcome", "examined");
            json.put("looked", examination.looked());
            json.put("value", examination.value());
            json.put("limit", examination.limit());
            json.put("source", examined.origin());
            List<Object> findings = new ArrayList<>();
            for (Finding finding : examination.findings()) {
                findings.add(of(finding));
            }
            json.put("findings", findings);
        } else if (outcome instanceof CheckOutcome.Skipped skipped) {
            json.put("outcome", "skipped");
            json.put("why", skipped.why());
        } else if (outcome instanceof CheckOutcome.Undetermined undetermined) {
            json.put("outcome", "undetermined");
            json.put("why", undetermined.why());
            json.put("required", undetermined.required());
        }
        return json;
    }

    public static Map<String, Object> of(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", finding.code());
        json.put("severity", finding.severity().word());
        Map<String, Object> component = new LinkedHashMap<>();
        component.put("kind", finding.component().kind());
        component.put("id", finding.component().id());
        json.put("component", component);
        json.put("message", finding.message());
        json.put("value", finding.value());
        json.put("limit", finding.limit());
        json.put("remedy", finding.fault().remedy().word());
        json.put("latched", finding.fault().latched());
        return json;
    }
}
