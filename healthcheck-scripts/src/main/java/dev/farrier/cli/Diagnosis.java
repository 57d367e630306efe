package dev.farrier.cli;

import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a command found out about an installation, a line each. */
final class Diagnosis {
    private enum Answer {
        OK("ok"),
        NOTE("note"),
        WRONG("wrong");

        private final String word;

        Answer(String word) {
            this.word = word;
        }
    }

    private record Line(String what, Answer answer, String detail) {}

    private final List<Line> lines = new ArrayList<>();

    void ok(String what, String detail) {
        lines.add(new Line(what, Answer.OK, detail));
    }

    void note(String what, String detail) {
        lines.add(new Line(what, Answer.NOTE, detail));
    }

    void wrong(String what, String detail) {
        lines.add(new Line(what, Answer.WRONG, detail));
    }

    void print(PrintWriter out) {
        for (Line line : lines) {
            out.println(
                    String.format(
                            "%-6s %-14s %s",
                            line.answer.word, line.what, TerminalText.oneLine(line.detail)));
        }
        out.flush();
    }

    void printJson(String schema, PrintWriter out) {
        List<Object> list = new ArrayList<>();
        for (Line line : lines) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("what", line.what);
            entry.put("answer", line.answer.word);
            entry.put("detail", line.detail);
            list.add(entry);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", schema);
        json.put("lines", list);
        out.print(Json.writePretty(json));
        out.flush();
    }
}
