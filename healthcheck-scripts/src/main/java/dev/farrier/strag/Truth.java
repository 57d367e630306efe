package dev.farrier.strag;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is wrong in a scenario, and so what a detector should say.
 *
 * @param nodeDays of all jobs together
 * @param interval seconds between samples
 * @param lemons names of the nodes that are bad at the end
 * @param jobNodes pairs of a job and one of its nodes
 */
public record Truth(
        String scenario,
        String note,
        double nodeDays,
        double interval,
        List<Fault> faults,
        List<Positive> positives,
        List<String> lemons,
        int jobNodes,
        int gpus) {

    /**
     * A node that makes its job slow.
     *
     * @param gpu {@value Fault#WHOLE_NODE} when it is the whole node
     * @param onset in seconds of the scenario: the first sample that shows the effect
     * @param effect share by which the rank, or for communication the job's step, is slower
     */
    public record Positive(
            String job,
            String node,
            int gpu,
            FaultKind kind,
            double onset,
            double effect,
            String fault) {}

    public Truth {
        faults = List.copyOf(faults);
        positives = List.copyOf(positives);
        lemons = List.copyOf(lemons);
    }

    /** As the benchmark's own truth files have it. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scenario", scenario);
        json.put("note", note);
        json.put("node_days", nodeDays);
        json.put("interval_s", Math.round(interval));
        json.put("faults", faults.stream().map(Truth::json).toList());
        json.put("positives", positives.stream().map(Truth::json).toList());
        json.put("lemons", lemons);
        json.put("job_nodes", jobNodes);
        json.put("gpus", gpus);
        return json;
    }

    private static Map<String, Object> json(Fault fault) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", fault.id());
        json.put("kind", fault.kind().word());
        json.put("node", fault.node());
        json.put("gpu", fault.gpu());
        json.put("t0", fault.start());
        json.put("t1", fault.end());
        json.put("slow", fault.slow());
        json.put("duty", fault.duty());
        json.put("period", fault.period());
        json.put("ramp", fault.ramp());
        return json;
    }

    private static Map<String, Object> json(Positive positive) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("job", positive.job());
        json.put("node", positive.node());
        json.put("gpu", positive.gpu());
        json.put("kind", positive.kind().word());
        json.put("t0", positive.onset());
        json.put("effect", positive.effect());
        json.put("fault", positive.fault());
        return json;
    }

    /**
     * Reads a truth file's object. What scoring needs must be there; the rest may be missing.
     *
     * @throws IllegalArgumentException that names the field, its value, and what would be right
     */
    public static Truth parse(Map<String, Object> json) {
        Fields fields = new Fields(json, "");
        List<Fault> faults = new ArrayList<>();
        for (Fields fault : fields.objects("faults")) {
            faults.add(fault(fault));
        }
        List<Positive> positives = new ArrayList<>();
        for (Fields positive : fields.objects("positives")) {
            positives.add(positive(positive));
        }
        double interval = fields.number("interval_s");
        if (interval <= 0) {
            throw new IllegalArgumentException("interval_s: " + interval + ", must be above 0");
        }
        return new Truth(
                fields.text("scenario"),
                fields.text("note", ""),
                fields.number("node_days"),
                interval,
                faults,
                positives,
                fields.texts("lemons"),
                fields.integer("job_nodes"),
                fields.integer("gpus", 0));
    }

    private static Fault fault(Fields fields) {
        return new Fault(
                fields.text("id", ""),
                kind(fields),
                fields.integer("node"),
                fields.integer("gpu", Fault.WHOLE_NODE),
                fields.number("t0", 0),
                fields.number("t1", Fault.NEVER),
                fields.number("slow", 1),
                fields.number("duty", 1),
                fields.number("period", 0),
                fields.number("ramp", 0));
    }

    private static Positive positive(Fields fields) {
        return new Positive(
                fields.text("job"),
                fields.text("node"),
                fields.integer("gpu"),
                kind(fields),
                fields.number("t0"),
                fields.number("effect", 0),
                fields.text("fault", ""));
    }

    private static FaultKind kind(Fields fields) {
        String word = fields.text("kind");
        return FaultKind.of(word)
                .orElseThrow(() -> fields.wrong("kind", word, "one of " + FaultKind.words()));
    }
}
