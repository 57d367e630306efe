package dev.farrier.cli;

import dev.farrier.HostList;
import dev.farrier.action.ActionResult;
import dev.farrier.action.NodeState;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of a person's drain or resume: for people, as JSON, and as an exit code. */
final class ActionReport {
    private final String action;
    private final List<ActionResult> results;

    ActionReport(String action, List<ActionResult> results) {
        this.action = action;
        this.results = List.copyOf(results);
    }

    void print(PrintWriter out, boolean json) {
        if (json) {
            out.print(Json.writePretty(json()));
            return;
        }
        Table table = new Table("NODE", "RESULT", "STATE", "DETAIL");
        for (ActionResult result : results) {
            table.add(
                    result.node().value(),
                    result.outcome().word(),
                    result.after().map(NodeState::word).orElse("-"),
                    result.detail().isEmpty() ? "-" : result.detail());
        }
        out.print(table);
        detailsThatWereCut(table.toString()).forEach(out::println);
        out.flush();
    }

    /** Whose a drain is, or why nothing was done, has to be there as a whole; nodes share it. */
    private List<String> detailsThatWereCut(String table) {
        Map<String, List<String>> nodes = new LinkedHashMap<>();
        for (ActionResult result : results) {
            String detail = TerminalText.oneLine(result.detail());
            if (!table.contains(detail)) {
                nodes.computeIfAbsent(detail, d -> new ArrayList<>()).add(result.node().value());
            }
        }
        List<String> lines = new ArrayList<>();
        nodes.forEach((detail, names) -> lines.add(HostList.fold(names) + ": " + detail));
        return lines;
    }

    private Map<String, Object> json() {
        List<Object> list = new ArrayList<>();
        for (ActionResult result : results) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("node", result.node().value());
            entry.put("outcome", result.outcome().word());
            entry.put("detail", result.detail());
            entry.put("state", result.after().map(NodeState::word).orElse(null));
            list.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "farrier-action/1");
        json.put("action", action);
        json.put("results", list);
        return json;
    }

    /** The worst of all results. */
    int exitCode() {
        int worst = ExitCode.DONE;
        for (ActionResult result : results) {
            int code =
                    switch (result.outcome()) {
                        case APPLIED, ALREADY_SO -> ExitCode.DONE;
                        case NO_SUCH_NODE -> ExitCode.WRONG_USE;
                        case FAILED, UNCONFIRMED -> ExitCode.SCHEDULER_NOT_REACHABLE;
                        case NOT_OURS, LEFT_ALONE -> ExitCode.REFUSED;
                    };
            worst = Math.max(worst, code);
        }
        return worst;
    }
}
