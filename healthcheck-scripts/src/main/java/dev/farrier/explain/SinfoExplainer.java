package dev.farrier.explain;

import dev.farrier.HostList;
import dev.farrier.action.NodeState;
import dev.farrier.slurm.SinfoTable;
import dev.farrier.slurm.SlurmOutput;
import dev.farrier.slurm.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What {@code sinfo} prints: a table with the columns of the context's {@code format}, with a
 * header line, or of node and state; or JSON.
 */
final class SinfoExplainer implements Explainer {
    private static final String FORMAT = "format";

    @Override
    public String kind() {
        return "slurm-sinfo";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (isJson(input) || isTable(input, context)) {
                picked.add(input);
            }
        }
        return picked;
    }

    /** From 23.02 on a list {@code sinfo}; before, nodes whose state is a text. */
    private static boolean isJson(Input input) {
        if (!(input.json() instanceof Map<?, ?> answer)) {
            return false;
        }
        return answer.get("sinfo") instanceof List<?>
                || answer.get("nodes") instanceof List<?> nodes
                        && !nodes.isEmpty()
                        && nodes.get(0) instanceof Map<?, ?> node
                        && node.get("state") instanceof String;
    }

    /** Whether its first row is one. */
    private static boolean isTable(Input input, Context context) {
        String first = input.firstLine();
        boolean text = input.json() == null && !input.isBinary() && input.tree().isEmpty();
        if (!text || first.isEmpty()) {
            return false;
        }
        try {
            SinfoTable table = SinfoTable.parse(first + "\n", context.text(FORMAT).orElse(""));
            return table.columns().contains("node");
        } catch (IllegalArgumentException notARow) {
            return isWhole(input, context);
        }
    }

    /** Its first reason may go on in the next line. */
    private static boolean isWhole(Input input, Context context) {
        if (context.text(FORMAT).isEmpty()) {
            return false;
        }
        try {
            return !SinfoTable.parse(input.text(), context.text(FORMAT).orElse(""))
                    .rows()
                    .isEmpty();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Seen seen = new Seen();
        for (Input input : inputs) {
            if (input.json() != null) {
                for (NodeState state :
                        input.read(text -> SlurmOutput.sinfo(text, context.owners()))) {
                    seen.add(state);
                }
            } else {
                SinfoTable table =
                        input.read(text -> SinfoTable.parse(text, context.text(FORMAT).orElse("")));
                seen.columns.addAll(table.columns());
                for (SinfoTable.Row row : table.rows()) {
                    seen.add(row, context);
                }
            }
        }
        return seen.told();
    }

    /** Each node once: of several rows the first one counts. */
    private static final class Seen {
        private final List<Object> columns = new ArrayList<>();
        private final Map<String, Standing> standings = new LinkedHashMap<>();
        private final Map<String, Object> words = new LinkedHashMap<>();
        private final Map<String, Object> nodes = new LinkedHashMap<>();

        void add(NodeState state) {
            String name = state.node().value();
            if (nodes.putIfAbsent(name, SlurmNodeExplainer.members(state)) == null) {
                words.put(name, state.word());
                standings.put(name, SlurmOutput.standing(state));
            }
        }

        void add(SinfoTable.Row row, Context context) {
            for (String name : row.nodes()) {
                Map<String, Object> node = new LinkedHashMap<>();
                if (!row.stateWord().isEmpty()) {
                    node.put("standing", row.standing().word());
                }
                if (!row.field("reason").isEmpty()) {
                    String reason = row.hasReason() ? row.field("reason") : null;
                    String user = row.hasReason() ? row.field("user") : "";
                    node.put("reason", reason);
                    node.put("reason_user", user.isEmpty() ? null : user);
                    node.put("owner", owner(row, context));
                }
                if (nodes.putIfAbsent(name, node) == null && !row.stateWord().isEmpty()) {
                    words.put(name, row.stateWord());
                    standings.put(name, row.standing());
                }
            }
        }

        /** Without a state, as sinfo -R prints it, every node that is listed is out of service. */
        private static String owner(SinfoTable.Row row, Context context) {
            boolean out = row.stateWord().isEmpty() || row.standing().isOutOfService();
            Optional<String> reason =
                    row.hasReason() ? Optional.of(row.field("reason")) : Optional.empty();
            Optional<String> user = Optional.of(row.field("user")).filter(name -> !name.isEmpty());
            return context.owners().owner(reason, user, out).word();
        }

        Explanation told() {
            Map<String, Object> members = new LinkedHashMap<>();
            standings.forEach((node, standing) -> members.put(node, standing.word()));
            members.put("columns", columns);
            members.put("unique_nodes", new ArrayList<>(nodes.keySet()));
            members.put("states", words);
            members.put("nodes", nodes);
            Map<String, Object> counts = new LinkedHashMap<>();
            counts.put("drained_or_rebooting", count(Standing::isDrainedOrRebooting));
            counts.put("down", count(standing -> standing == Standing.DOWN));
            counts.put("in_service", count(Standing::isInService));
            members.put("counts", counts);
            return new Explanation(members, lines());
        }

        private long count(Predicate<Standing> which) {
            return standings.values().stream().filter(which).count();
        }

        private List<String> lines() {
            Map<String, List<String>> byStanding = new TreeMap<>();
            standings.forEach(
                    (node, standing) ->
                            byStanding
                                    .computeIfAbsent(standing.word(), word -> new ArrayList<>())
                                    .add(node));
            List<String> lines = new ArrayList<>();
            lines.add(nodes.size() + " nodes");
            byStanding.forEach(
                    (word, names) ->
                            lines.add(word + ": " + names.size() + ": " + HostList.fold(names)));
            return lines;
        }
    }
}
