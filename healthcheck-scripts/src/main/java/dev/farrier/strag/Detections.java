package dev.farrier.strag;

import dev.farrier.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a detector said, by scenario: its alarms, and the nodes that it takes for lemons. */
public final class Detections {
    private final Map<String, Map<JobNode, List<Alarm>>> alarms = new LinkedHashMap<>();
    private final Map<String, Set<String>> lemons = new HashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    /** What an alarm is about; truth has at most one positive for it. */
    record JobNode(String job, String node) {}

    /**
     * @param time when the detector could have said so, in seconds of the scenario
     * @param kind its word for the cause, which need not be one of ours
     */
    record Alarm(int gpu, double time, Optional<String> kind) {}

    /**
     * Takes in a line of a detections file.
     *
     * @throws IllegalArgumentException that names what is wrong with it
     */
    public void add(String line) {
        Fields fields = new Fields(Json.object(line), "");
        String scenario = fields.text("scenario");
        lines.merge(scenario, 1, Integer::sum);
        if (fields.has("lemon")) {
            lemons.computeIfAbsent(scenario, name -> new LinkedHashSet<>())
                    .add(fields.text("lemon"));
            return;
        }
        JobNode pair = new JobNode(fields.text("job"), fields.text("node"));
        Alarm alarm =
                new Alarm(
                        fields.integer("gpu", Fault.WHOLE_NODE),
                        fields.number("t"),
                        fields.has("kind") ? Optional.of(fields.text("kind")) : Optional.empty());
        alarms.computeIfAbsent(scenario, name -> new LinkedHashMap<>())
                .computeIfAbsent(pair, name -> new ArrayList<>())
                .add(alarm);
    }

    Map<JobNode, List<Alarm>> alarms(String scenario) {
        return alarms.getOrDefault(scenario, Map.of());
    }

    Set<String> lemons(String scenario) {
        return lemons.getOrDefault(scenario, Set.of());
    }

    /** How many lines each scenario has. */
    public Map<String, Integer> lines() {
        return Map.copyOf(lines);
    }
}
