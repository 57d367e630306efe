package dev.farrier.explain;

import dev.farrier.NodeName;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.slurm.SlurmOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What {@code scontrol show node} prints: text, one line a node, or JSON. */
final class SlurmNodeExplainer implements Explainer {
    @Override
    public String kind() {
        return "slurm-node";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (isText(input.firstLine()) || isJson(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean isText(String first) {
        return first.startsWith("NodeName=")
                || first.startsWith("Node ") && first.endsWith(" not found");
    }

    /** The JSON of 22.05's sinfo has the same list. */
    private static boolean isJson(Input input) {
        return input.json() instanceof Map<?, ?> answer && answer.get("nodes") instanceof List<?>;
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> nodes = new LinkedHashMap<>();
        Set<String> notFound = new TreeSet<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            SlurmOutput.Nodes answer =
                    input.read(text -> SlurmOutput.nodes(text, context.owners()));
            for (NodeState state : answer.nodes()) {
                nodes.put(state.node().value(), members(state));
                lines.add(line(state));
            }
            for (NodeName name : answer.notFound()) {
                notFound.add(name.value());
            }
        }
        notFound.forEach(name -> lines.add(name + ": Slurm knows no such node"));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("nodes", nodes);
        members.put("not_found", notFound);
        return new Explanation(members, lines);
    }

    static Map<String, Object> members(NodeState state) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("base", state.base());
        node.put("flags", new ArrayList<>(state.flags()));
        node.put("drained", state.drained());
        node.put("schedulable", state.schedulable());
        node.put("reason", state.reason().orElse(null));
        node.put("reason_user", state.reasonBy().orElse(null));
        node.put("reason_time", state.reasonAt().map(Object::toString).orElse(null));
        node.put("owner", state.owner().word());
        node.put("may_resume", state.drainedByUs() && state.onlyObserved().isEmpty());
        node.put("reboot_pending", has(state, "REBOOT_ISSUED") || has(state, "REBOOT_REQUESTED"));
        node.put("in_maintenance", has(state, "MAINTENANCE"));
        node.put("responding", !has(state, "NOT_RESPONDING"));
        node.put("powered", !has(state, "POWERED_DOWN"));
        node.put("jobs_running", state.base().equals("ALLOCATED") || state.base().equals("MIXED"));
        node.put("run_checks", answers(state));
        node.put("touch", state.onlyObserved().isEmpty());
        return node;
    }

    private static boolean has(NodeState state, String flag) {
        return state.flags().contains(flag);
    }

    /** Whether a check started there now could run, and would say something about the node. */
    private static boolean answers(NodeState state) {
        return !state.base().equals("FUTURE")
                && !state.base().equals("UNKNOWN")
                && state.flags().stream()
                        .noneMatch(
                                flag ->
                                        flag.equals("NOT_RESPONDING")
                                                || flag.startsWith("POWERED_DOWN")
                                                || flag.startsWith("POWERING_"));
    }

    private static String line(NodeState state) {
        StringBuilder line = new StringBuilder();
        line.append(state.node()).append(": ").append(state.word());
        line.append(state.schedulable() ? ", takes work" : ", takes no work");
        if (state.owner() != Owner.NONE) {
            line.append(state.drained() ? ", drained by " : ", out of service by ")
                    .append(state.owner().word());
        }
        state.onlyObserved().ifPresent(why -> line.append(", only observed: ").append(why));
        state.reason().ifPresent(reason -> line.append("; reason: ").append(reason));
        return line.toString();
    }
}
