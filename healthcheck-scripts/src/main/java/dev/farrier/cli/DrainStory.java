package dev.farrier.cli;

import dev.farrier.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The last drain of a node and what came after it, from journal events.
 *
 * @param events oldest first; empty when there was no drain
 */
record DrainStory(NodeName node, List<Map<String, Object>> events) {
    DrainStory {
        events = List.copyOf(events);
    }

    static DrainStory last(NodeName node, List<Map<String, Object>> all) {
        int start = -1;
        for (int i = 0; i < all.size(); i++) {
            start = begins(all.get(i)) ? i : start;
        }
        return new DrainStory(node, start < 0 ? List.of() : all.subList(start, all.size()));
    }

    private static boolean begins(Map<String, Object> event) {
        boolean ours = is(event, "event", "intent") && is(event, "action", "drain");
        boolean persons =
                is(event, "event", "person")
                        && is(event, "action", "drain")
                        && is(event, "outcome", "applied");
        boolean would = is(event, "event", "decision") && event.get("would") != null;
        return ours || persons || would;
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    String text() {
        Map<String, Object> first = events.get(0);
        StringBuilder text = new StringBuilder();
        if (is(first, "event", "decision")) {
            text.append("In mode observe, ").append(node).append(" would have been drained at ");
        } else {
            text.append(node).append(" was drained at ");
        }
        text.append(field(first, "at")).append('\n');
        Map<?, ?> about = first.get("would") instanceof Map<?, ?> would ? would : first;
        row(text, "reason", field(about, "reason"));
        if (is(first, "event", "person")) {
            row(text, "by", field(first, "by") + ", through farrier drain");
        }
        if (first.get("findings") instanceof List<?> findings) {
            for (Object finding : findings) {
                if (finding instanceof Map<?, ?> fields) {
                    row(text, "evidence", evidence(fields));
                }
            }
        }
        for (Line line : lines()) {
            String times =
                    line.times == 1 ? "" : " (" + line.times + " times, until " + line.until + ")";
            row(text, line.at, line.what + times);
        }
        return text.toString();
    }

    private static final class Line {
        private final String at;
        private final String what;
        private String until;
        private int times = 1;

        Line(String at, String what) {
            this.at = at;
            this.what = what;
            this.until = at;
        }
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Map<String, Object> event : events.subList(1, events.size())) {
            String what = what(event);
            Line last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
            if (last != null && last.what.equals(what)) {
                last.times++;
                last.until = field(event, "at");
            } else {
                lines.add(new Line(field(event, "at"), what));
            }
        }
        return lines;
    }

    private static String what(Map<String, Object> event) {
        return switch (field(event, "event")) {
            case "intent" -> field(event, "action") + " begins: " + field(event, "cause");
            case "result", "person" ->
                    field(event, "action")
                            + " "
                            + field(event, "outcome")
                            + (field(event, "detail").isEmpty()
                                    ? ""
                                    : ": " + field(event, "detail"));
            case "decision" -> field(event, "why");
            default -> field(event, "what");
        };
    }

    private static String evidence(Map<?, ?> finding) {
        String component = "";
        if (finding.get("component") instanceof Map<?, ?> fields) {
            component = (field(fields, "kind") + " " + field(fields, "id")).strip();
        }
        String limit = field(finding, "limit");
        return field(finding, "severity")
                + " "
                + field(finding, "code")
                + ", "
                + component
                + ": "
                + field(finding, "message")
                + " (saw "
                + field(finding, "value")
                + (limit.isEmpty() ? "" : ", limit " + limit)
                + ")";
    }

    private static boolean is(Map<?, ?> event, String field, String value) {
        return value.equals(event.get(field));
    }

    private static String field(Map<?, ?> event, String name) {
        Object value = event.get(name);
        return value == null ? "" : value.toString();
    }

    private static void row(StringBuilder text, String label, String value) {
        text.append(String.format("  %-28s  %s%n", label, TerminalText.oneLine(value)));
    }
}
