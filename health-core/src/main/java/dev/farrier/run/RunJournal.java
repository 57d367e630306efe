package dev.farrier.run;

import dev.farrier.NodeName;
import dev.farrier.Trigger;
import dev.farrier.action.Action;
import dev.farrier.action.ActionResult;
import dev.farrier.action.NodeState;
import dev.farrier.journal.Journal;
import dev.farrier.policy.Decision;
import dev.farrier.policy.Intent;
import dev.farrier.verdict.Verdict;
import dev.farrier.verdict.VerdictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lines that a run writes into the journal, in the words of docs/json.md. */
public final class RunJournal {
    private final Journal journal;
    private final NodeName node;

    public RunJournal(Journal journal, NodeName node) {
        this.journal = journal;
        this.node = node;
    }

    void looked(Trigger trigger, Verdict verdict) {
        Map<String, Object> fields = fields();
        fields.put("trigger", trigger.word());
        fields.put("verdict", VerdictJson.of(verdict));
        journal.write("look", fields);
    }

    void decided(Intent intent, String why) {
        Map<String, Object> fields = fields();
        fields.put("intent", word(intent));
        fields.put("cause", intent.why());
        fields.put("action", "none");
        fields.put("why", why);
        journal.write("decision", fields);
    }

    void decided(Intent intent, Decision decision, Optional<NodeState> state) {
        Map<String, Object> fields = fields();
        fields.put("intent", word(intent));
        fields.put("cause", intent.why());
        if (decision.would().isPresent()) {
            fields.put("action", "none");
            fields.put("would", of(decision.would().get()));
            fields.put("why", decision.why());
            putFindings(fields, intent);
        } else {
            fields.put("action", decision.action().map(Action::word).orElse("none"));
            fields.put("why", decision.why());
        }
        state.ifPresent(
                before -> {
                    fields.put("state", before.word());
                    fields.put("owner", before.owner().word());
                });
        journal.write("decision", fields);
    }

    void intended(Intent intent, Action action) {
        Map<String, Object> fields = fields();
        fields.putAll(of(action));
        fields.put("cause", intent.why());
        putFindings(fields, intent);
        journal.write("intent", fields);
    }

    private static void putFindings(Map<String, Object> fields, Intent intent) {
        if (intent instanceof Intent.Drain drain) {
            List<Object> findings = new ArrayList<>();
            drain.causes().forEach(cause -> findings.add(VerdictJson.of(cause.finding())));
            fields.put("findings", findings);
        }
    }

    void applied(Action action, List<ActionResult> results) {
        for (ActionResult result : results) {
            Map<String, Object> fields = fields();
            fields.putAll(of(action));
            fields.put("outcome", result.outcome().word());
            fields.put("detail", result.detail());
            result.after().ifPresent(after -> fields.put("state", after.word()));
            journal.write("result", fields);
        }
    }

    /** Something about ourselves that an administrator should know. */
    public void reported(String what) {
        Map<String, Object> fields = fields();
        fields.put("what", what);
        journal.write("report", fields);
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", node.value());
        return fields;
    }

    private static Map<String, Object> of(Action action) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("action", action.word());
        if (action instanceof Action.Drain drain) {
            fields.put("reason", drain.reason().text());
        }
        return fields;
    }

    private static String word(Intent intent) {
        if (intent instanceof Intent.Drain) {
            return "drain";
        }
        if (intent instanceof Intent.Resume) {
            return "resume";
        }
        if (intent instanceof Intent.Review) {
            return "review";
        }
        return intent instanceof Intent.Inspect ? "inspect" : "none";
    }
}
