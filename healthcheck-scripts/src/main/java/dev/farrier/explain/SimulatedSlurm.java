package dev.farrier.explain;

import dev.farrier.Deadline;
import dev.farrier.action.Reason;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Slurm with one node that matters, as far as {@code scontrol} and {@code sinfo} show it to the
 * real controller.
 */
final class SimulatedSlurm implements CommandRunner {
    static final String NODE = "node";

    private static final String PARTITION = "all";

    private String state = "IDLE";
    private Optional<String> reason = Optional.empty();
    private Optional<String> user = Optional.empty();
    private Instant since = Instant.EPOCH;
    private int nodes = 100;
    private int drainedByUs;
    private Instant now = Instant.EPOCH;
    private final List<String> writes = new ArrayList<>();

    void setNow(Instant instant) {
        now = instant;
    }

    void setPartition(int size, int drained) {
        nodes = size;
        drainedByUs = drained;
    }

    void setDrainedByUs(int drained) {
        drainedByUs = drained;
    }

    void show(String word, Optional<String> text, Optional<String> by) {
        if (!text.equals(reason) || !by.equals(user)) {
            since = now;
        }
        state = word;
        reason = text;
        user = by;
    }

    String state() {
        return state;
    }

    Optional<String> reason() {
        return reason;
    }

    Optional<String> user() {
        return user;
    }

    /** {@code drain} or {@code resume} for each change that came in since this was last asked. */
    List<String> takeWrites() {
        List<String> taken = List.copyOf(writes);
        writes.clear();
        return taken;
    }

    @Override
    public CommandResult run(Command command, Deadline deadline) {
        List<String> argv = command.argv();
        String stdout = "";
        if (argv.contains("show")) {
            stdout = Json.write(Map.of("nodes", List.of(node()), "errors", List.of()));
        } else if (argv.contains("State=DRAIN")) {
            drain(argv.get(argv.size() - 1).substring("Reason=".length()));
        } else if (argv.contains("State=UNDRAIN")) {
            undrain();
        } else {
            stdout = census();
        }
        return new CommandResult(argv, CommandResult.End.EXITED, 0, stdout, "");
    }

    private Map<String, Object> node() {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("name", NODE);
        node.put("state", List.of(state.split("\\+", -1)));
        node.put("partitions", List.of(PARTITION));
        reason.ifPresent(text -> node.put("reason", text));
        user.ifPresent(name -> node.put("reason_set_by_user", name));
        node.put("reason_changed_at", since.getEpochSecond());
        return node;
    }

    private void drain(String text) {
        writes.add("drain");
        show(isDrained() ? state : state + "+DRAIN", Optional.of(text), Optional.of("root"));
    }

    private void undrain() {
        writes.add("resume");
        String rest = ("+" + state + "+").replace("+DRAIN+", "+");
        show(rest.substring(1, rest.length() - 1), Optional.empty(), Optional.empty());
    }

    boolean isDrained() {
        return ("+" + state + "+").contains("+DRAIN+");
    }

    private String census() {
        StringBuilder rows = new StringBuilder();
        int others = nodes - 1 - drainedByUs;
        if (others > 0) {
            row(rows, others, "idle", "other[1-" + others + "]", "none");
        }
        if (drainedByUs > 0) {
            row(
                    rows,
                    drainedByUs,
                    "drained",
                    "drained[1-" + drainedByUs + "]",
                    Reason.ofFaults(List.of("another"), "").text());
        }
        row(rows, 1, isDrained() ? "drained" : "idle", NODE, reason.orElse("none"));
        return rows.toString();
    }

    private void row(StringBuilder rows, int count, String word, String names, String why) {
        String at = since.toString();
        rows.append(PARTITION).append('|').append(count).append('|').append(word).append('|');
        rows.append(names).append('|').append(why).append("|root|");
        rows.append(at, 0, "2026-11-30T09:32:27".length()).append('\n');
    }
}
