package dev.farrier.explain;

import dev.farrier.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sequence of events in time, JSON lines: what the policy would do. An event has a time {@code t}
 * in seconds, and a {@code node} as its scheduler shows it from then on, or what a {@code check}
 * gave.
 */
final class SequenceExplainer implements Explainer {
    private static final int MOST_EVENTS = 100_000;

    @Override
    public String kind() {
        return "sequence";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            String first = input.firstLine().strip();
            if (first.startsWith("{") && first.endsWith("}") && isEvent(first)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean isEvent(String line) {
        try {
            Map<String, Object> event = Json.object(line);
            return event.get("t") instanceof Number
                    && (event.containsKey("node") || event.containsKey("check"));
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Each input is a node of its own; of several, the actions tell which. */
    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<Object> actions = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            SequenceRun run = run(events(input), context);
            run.actions().forEach(action -> actions.add(action));
            members.putAll(run.states());
            members.put("final", run.state());
            for (Map<String, Object> action : run.actions()) {
                lines.add("at " + action.get("t") + " s: " + action.get("action") + reason(action));
            }
            if (run.actions().isEmpty()) {
                lines.add("nothing is done");
            }
            lines.add("in the end: " + text(run.state()));
        }
        members.put("actions", actions);
        return new Explanation(members, lines);
    }

    private static String reason(Map<String, Object> action) {
        return action.containsKey("reason") ? ", reason: " + action.get("reason") : "";
    }

    private static String text(Object state) {
        if (!(state instanceof Map<?, ?> node)) {
            return String.valueOf(state);
        }
        return node.get("state")
                + (node.get("reason") == null ? "" : ", reason: " + node.get("reason"));
    }

    private static List<SequenceEvent> events(Input input) {
        List<SequenceEvent> events = new ArrayList<>();
        int number = 0;
        for (String line : input.read(text -> text.lines().toList())) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                events.add(SequenceEvent.of(Json.object(line)));
            } catch (IllegalArgumentException wrong) {
                throw input.wrong("line " + number + ": " + wrong.getMessage());
            }
            if (events.size() > 1
                    && events.get(events.size() - 2).at() > events.get(events.size() - 1).at()) {
                throw input.wrong("line " + number + " is earlier than the one before");
            }
            if (events.size() > MOST_EVENTS) {
                throw input.wrong("more than " + MOST_EVENTS + " events");
            }
        }
        if (events.isEmpty()) {
            throw input.wrong("no event");
        }
        return events;
    }

    private static SequenceRun run(List<SequenceEvent> events, Context context) {
        try {
            Path folder = Files.createTempDirectory("farrier-explain");
            try {
                SequenceRun run = new SequenceRun(folder, events, context);
                run.run(events);
                return run;
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** Whole where it is whole: {@code 240}, {@code 0.5}. */
    static String seconds(double at) {
        return at == Math.rint(at) ? String.valueOf((long) at) : String.valueOf(at);
    }
}
