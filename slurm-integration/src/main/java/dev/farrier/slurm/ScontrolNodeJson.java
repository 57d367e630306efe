package dev.farrier.slurm;

import dev.farrier.NodeName;
import dev.farrier.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads Slurm's JSON with a list {@code nodes}: {@code scontrol show node --json} (23.02 and later)
 * and {@code sinfo --json} of 22.05. The {@code sinfo --json} of later versions is another document
 * and refused. All or nothing.
 */
final class ScontrolNodeJson {
    private ScontrolNodeJson() {}

    /**
     * @throws IllegalArgumentException when the text is not such a document, or reports errors
     */
    static SlurmNodes parse(String text) {
        if (!(Json.read(text) instanceof Map<?, ?> answer)) {
            throw new IllegalArgumentException("expected an object with a list \"nodes\"");
        }
        if (answer.get("errors") instanceof List<?> errors && !errors.isEmpty()) {
            throw new IllegalArgumentException(
                    "Slurm reports errors: " + Excerpt.of(Json.write(errors)));
        }
        if (!(answer.get("nodes") instanceof List<?> list)) {
            throw new IllegalArgumentException("expected a list \"nodes\"");
        }
        List<SlurmNode> nodes = new ArrayList<>();
        for (Object node : list) {
            if (!(node instanceof Map<?, ?> members)) {
                throw new IllegalArgumentException("expected objects in \"nodes\"");
            }
            nodes.add(node(members));
        }
        return new SlurmNodes(nodes, Set.of());
    }

    private static SlurmNode node(Map<?, ?> node) {
        NodeName name = new NodeName(text(node, "name"));
        try {
            return new SlurmNode(
                    name,
                    state(node),
                    present(text(node, "reason")),
                    present(text(node, "reason_set_by_user")),
                    time(node.get("reason_changed_at")),
                    text(node, "hostname"),
                    list(node.get("partitions")),
                    list(node.get("active_features")),
                    text(node, "gres"),
                    present(text(node, "version")).orElse(text(node, "slurmd_version")),
                    number(node.get("real_memory")),
                    (int) number(node.get("cpus")));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("node " + name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static SlurmState state(Map<?, ?> node) {
        if (node.get("state") instanceof String base) { // 22.05: "state" and "state_flags"
            List<String> parts = new ArrayList<>(list(node.get("state_flags")));
            parts.add(base);
            return SlurmState.of(parts);
        }
        return SlurmState.of(list(node.get("state")));
    }

    static String text(Map<?, ?> node, String key) {
        Object value = node.get(key);
        if (value == null) {
            return "";
        }
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("expected a text as \"" + key + "\"");
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /** Of a list of texts, or of 22.05's text with commas. */
    static List<String> list(@Nullable Object value) {
        if (value == null || value.equals("")) {
            return List.of();
        }
        if (value instanceof String text) {
            return List.of(text.split(",", -1));
        }
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> elements) {
            for (Object element : elements) {
                if (!(element instanceof String text)) {
                    throw new IllegalArgumentException("expected a list of texts");
                }
                texts.add(text);
            }
            return texts;
        }
        throw new IllegalArgumentException("expected a list of texts");
    }

    /** Of a count, or of {@code {"set": true, "number": …}}; 0 when there is none. */
    private static long number(@Nullable Object value) {
        Object count = value;
        if (value instanceof Map<?, ?> wrapped) {
            count = Boolean.TRUE.equals(wrapped.get("set")) ? wrapped.get("number") : null;
        }
        return count instanceof Long number && number > 0 && number < 1_000_000_000 ? number : 0;
    }

    /** Of epoch seconds, or of {@code {"set": true, "number": …}}. */
    static Optional<Instant> time(@Nullable Object value) {
        Object seconds = value;
        if (value instanceof Map<?, ?> number) {
            seconds = Boolean.TRUE.equals(number.get("set")) ? number.get("number") : null;
        }
        if (seconds instanceof Long epoch && epoch > 0 && epoch < Integer.MAX_VALUE * 4L) {
            return Optional.of(Instant.ofEpochSecond(epoch));
        }
        return Optional.empty();
    }
}
