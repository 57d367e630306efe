package dev.farrier.explain;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.SchedulerUnavailableException.Cause;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import dev.farrier.slurm.SlurmOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a call of {@code scontrol} really did, from how it ended and the nodes before and after it:
 * a JSON list of {@code id}, {@code argv}, {@code rc}, {@code stdout}, {@code stderr}, {@code
 * before} and {@code after}.
 */
final class SlurmCommandExplainer implements Explainer {
    @Override
    public String kind() {
        return "slurm-node";
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (JsonCases.areObjectsWith(input.json(), "argv") && callsScontrol(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private static boolean callsScontrol(Input input) {
        return JsonCases.objects(input).stream()
                .allMatch(
                        call ->
                                call.get("argv") instanceof List<?> argv
                                        && !argv.isEmpty()
                                        && String.valueOf(argv.get(0)).endsWith("scontrol"));
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Input input : inputs) {
            int number = 0;
            for (Map<String, Object> captured : JsonCases.objects(input)) {
                number++;
                String id = JsonCases.text(captured, "id");
                Call call;
                try {
                    call = new Call(captured, context);
                } catch (IllegalArgumentException wrong) {
                    throw input.wrong("element " + number + ": " + wrong.getMessage());
                }
                Map<String, Object> told = call.told();
                members.put(id.isEmpty() ? String.valueOf(number) : id, told);
                lines.add(call.result.describe() + ": " + told.get("result"));
            }
        }
        return new Explanation(members, lines);
    }

    /** One call. */
    private static final class Call {
        private final CommandResult result;
        private final Map<String, NodeState> before;
        private final Map<String, NodeState> after;
        private final Set<String> named;
        private final Wanted wanted;

        /** What the call asked for. */
        private enum Wanted {
            OUT_OF_SERVICE,
            IN_SERVICE,
            REBOOT,
            NO_REBOOT,
            HOSTS,
            SOMETHING
        }

        Call(Map<String, Object> captured, Context context) {
            result = CapturedCommand.of(captured, "scontrol");
            before = states(captured.get("before"), context);
            after = states(captured.get("after"), context);
            wanted = wanted(result.argv());
            named = named(result.argv());
        }

        private static Map<String, NodeState> states(@Nullable Object captured, Context context) {
            Map<String, NodeState> states = new LinkedHashMap<>();
            if (captured instanceof Map<?, ?> nodes) {
                for (Map.Entry<?, ?> node : nodes.entrySet()) {
                    String name = String.valueOf(node.getKey());
                    states.put(name, state(name, node.getValue(), context));
                }
            }
            return states;
        }

        private static NodeState state(String name, @Nullable Object shown, Context context) {
            Map<?, ?> node = shown instanceof Map<?, ?> members ? members : Map.of("state", shown);
            Optional<String> reason =
                    Optional.of(JsonCases.text(node, "reason")).filter(text -> !text.isEmpty());
            String user = JsonCases.text(node, "user");
            return SlurmOutput.state(
                    new NodeName(name),
                    JsonCases.text(node, "state"),
                    reason,
                    reason.map(text -> user.isEmpty() ? "root" : user),
                    context.owners());
        }

        private static Wanted wanted(List<String> argv) {
            String verb = argv.size() < 2 ? "" : argv.get(1).toLowerCase(Locale.ROOT);
            return switch (verb) {
                case "reboot" -> Wanted.REBOOT;
                case "cancel_reboot" -> Wanted.NO_REBOOT;
                case "show" -> Wanted.HOSTS;
                default ->
                        switch (value(argv, "state").toLowerCase(Locale.ROOT)) {
                            case "drain", "down", "fail" -> Wanted.OUT_OF_SERVICE;
                            case "resume", "undrain", "idle" -> Wanted.IN_SERVICE;
                            default -> Wanted.SOMETHING;
                        };
            };
        }

        private static String value(List<String> argv, String key) {
            for (String word : argv) {
                int sign = word.indexOf('=');
                if (sign > 0 && word.substring(0, sign).equalsIgnoreCase(key)) {
                    return word.substring(sign + 1);
                }
            }
            return "";
        }

        private static Set<String> named(List<String> argv) {
            String list = value(argv, "nodename");
            if (list.isEmpty() && !argv.get(argv.size() - 1).contains("=")) {
                list = argv.get(argv.size() - 1);
            }
            try {
                return new LinkedHashSet<>(HostList.expand(list));
            } catch (IllegalArgumentException notAList) {
                return Set.of();
            }
        }

        Map<String, Object> told() {
            String word = word();
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("result", word);
            told.put("error", !word.equals("ok") && !word.equals("already-in-service"));
            List<String> done = new ArrayList<>();
            List<String> failed = new ArrayList<>();
            for (String name : named) {
                (isAsWanted(after.get(name)) ? done : failed).add(name);
            }
            if (wanted == Wanted.OUT_OF_SERVICE || wanted == Wanted.IN_SERVICE) {
                told.put("done", done);
                told.put("failed", failed);
            }
            return told;
        }

        private String word() {
            String said = result.stderr();
            if (wanted == Wanted.HOSTS && result.stdout().isBlank()) {
                return said.contains("hostlist") ? "invalid-hostlist" : "nothing";
            }
            if (said.contains("must specify a reason")) {
                return "bug-in-caller";
            }
            if (said.contains("Invalid node name") || said.contains("not found")) {
                return anyAsWanted() ? "partial" : "name-unknown";
            }
            if (said.contains("Invalid node state") && wanted == Wanted.IN_SERVICE) {
                return anyOutOfService() ? "refused" : "already-in-service";
            }
            if (said.contains("Invalid user id") || said.contains("Permission denied")) {
                return "not-permitted";
            }
            if (!result.succeeded()) {
                Cause cause = SlurmOutput.failure(result).orElse(Cause.OTHER);
                boolean mayLand = result.end() == End.TIMED_OUT || cause == Cause.CONTROLLER_SLOW;
                return mayLand ? "unconfirmed" : cause == Cause.OTHER ? "failed" : cause.word();
            }
            return said.contains("Skipping") ? "skipped" : wordOfChange();
        }

        /** It says that all went well; what did it do to what others had set? */
        private String wordOfChange() {
            boolean undone = false;
            for (Map.Entry<String, NodeState> node : after.entrySet()) {
                NodeState was = before.get(node.getKey());
                NodeState is = node.getValue();
                undone |= named.contains(node.getKey()) && !isAsWanted(is);
                if (was != null && isForeign(was.owner())) {
                    if (was.drained() && !is.drained()) {
                        return "removed-foreign-drain";
                    }
                    if (!was.reason().equals(is.reason())) {
                        return "overwrote-foreign-reason";
                    }
                }
            }
            return undone ? "not-done" : "ok";
        }

        private static boolean isForeign(Owner owner) {
            return owner != Owner.NONE && owner != Owner.OURS;
        }

        private boolean anyAsWanted() {
            return named.stream().anyMatch(name -> isAsWanted(after.get(name)));
        }

        private boolean anyOutOfService() {
            return after.values().stream().anyMatch(Call::isOut);
        }

        private static boolean isOut(NodeState state) {
            return state.owner() != Owner.NONE;
        }

        private boolean isAsWanted(@Nullable NodeState state) {
            return state != null
                    && switch (wanted) {
                        case OUT_OF_SERVICE -> isOut(state);
                        case IN_SERVICE -> !isOut(state);
                        case REBOOT ->
                                state.flags().contains("REBOOT_REQUESTED")
                                        || state.flags().contains("REBOOT_ISSUED");
                        case NO_REBOOT -> !state.flags().contains("REBOOT_REQUESTED");
                        case HOSTS, SOMETHING -> true;
                    };
        }
    }
}
