package dev.farrier.explain;

import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.CommandResult;
import dev.farrier.slurm.SlurmOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why Slurm gave no answer: a JSON list of {@code id}, {@code rc} or {@code timed_out}, {@code
 * stdout} and {@code stderr}.
 */
final class SlurmFailureExplainer implements Explainer {
    private static final String NO_SUCH_NODE = "no-such-node";

    @Override
    public String kind() {
        return "slurm-sinfo";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (JsonCases.areObjectsWith(input.json(), "rc", "timed_out") && isSlurms(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean isSlurms(Input input) {
        String text = input.text();
        boolean own = text.contains("\"hook\"") || text.contains("\"argv\"");
        return !own
                && (text.contains("slurm") || text.contains("sinfo") || text.contains("scontrol"));
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            int number = 0;
            for (Map<String, Object> captured : JsonCases.objects(input)) {
                number++;
                CommandResult result = CapturedCommand.of(captured, "sinfo");
                Map<String, Object> told = told(result);
                String id = JsonCases.text(captured, "id");
                members.put(id.isEmpty() ? String.valueOf(number) : id, told);
                lines.add(result.describe() + ": " + told.get("class"));
            }
        }
        return new Explanation(members, lines);
    }

    /** No answer says nothing about the node; what was to be done is tried again. */
    private static Map<String, Object> told(CommandResult result) {
        Optional<Cause> cause = SlurmOutput.failure(result);
        String word = cause.map(Cause::word).orElse("answered");
        boolean empty = result.succeeded() && result.stdout().isBlank();
        boolean unknown =
                result.stderr().contains("Invalid node name")
                        || result.stdout().contains(" not found");
        if (empty || unknown) {
            word = NO_SUCH_NODE;
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("class", word);
        told.put("node_effect", "none");
        told.put("queue_action", cause.isPresent() && !word.equals(NO_SUCH_NODE));
        return told;
    }
}
