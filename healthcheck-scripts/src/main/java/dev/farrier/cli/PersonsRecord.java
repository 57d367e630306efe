package dev.farrier.cli;

import dev.farrier.action.ActionResult;
import dev.farrier.action.NodeState;
import dev.farrier.action.Reason;
import dev.farrier.journal.Journal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes into this machine's journal what a person did through Farrier. */
final class PersonsRecord {
    private final Journal journal;

    PersonsRecord(Assembly assembly) {
        this.journal = assembly.journal();
    }

    void drained(Reason reason, List<ActionResult> results) {
        write("drain", reason.text(), results);
    }

    void resumed(String why, List<ActionResult> results) {
        write("resume", why, results);
    }

    private void write(String action, String reason, List<ActionResult> results) {
        for (ActionResult result : results) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("node", result.node().value());
            fields.put("action", action);
            fields.put("reason", reason);
            fields.put("by", System.getProperty("user.name", ""));
            fields.put("outcome", result.outcome().word());
            fields.put("detail", result.detail());
            result.after().map(NodeState::word).ifPresent(state -> fields.put("state", state));
            journal.write("person", fields);
        }
    }
}
