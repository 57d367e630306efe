package dev.farrier.slurm;

import dev.farrier.NodeName;
import dev.farrier.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code sinfo --json}: from 23.02 on a list of groups of nodes, before a list of nodes as
 * {@link ScontrolNodeJson} reads it. All or nothing.
 */
final class SinfoJson {
    private SinfoJson() {}

    /**
     * @throws IllegalArgumentException when the text is not such a document
     */
    static SlurmNodes parse(String text) {
        if (!(Json.read(text) instanceof Map<?, ?> answer)
                || !(answer.get("sinfo") instanceof List<?> groups)) {
            return ScontrolNodeJson.parse(text);
        }
        List<SlurmNode> nodes = new ArrayList<>();
        for (Object group : groups) {
            if (!(group instanceof Map<?, ?> members)) {
                throw new IllegalArgumentException("expected objects in \"sinfo\"");
            }
            add(members, nodes);
        }
        return new SlurmNodes(nodes, Set.of());
    }

    private static void add(Map<?, ?> group, List<SlurmNode> nodes) {
        for (String name : ScontrolNodeJson.list(inner(group, "nodes").get("nodes"))) {
            SlurmState state =
                    SlurmState.of(ScontrolNodeJson.list(inner(group, "node").get("state")));
            Map<?, ?> reason = inner(group, "reason");
            String partition = ScontrolNodeJson.text(inner(group, "partition"), "name");
            nodes.add(
                    new SlurmNode(
                            new NodeName(name),
                            state,
                            present(ScontrolNodeJson.text(reason, "description")),
                            present(ScontrolNodeJson.text(reason, "user")),
                            ScontrolNodeJson.time(reason.get("time")),
                            "",
                            partition.isEmpty() ? List.of() : List.of(partition),
                            List.of(),
                            "",
                            "",
                            0,
                            0));
        }
    }

    private static Map<?, ?> inner(Map<?, ?> object, String member) {
        return object.get(member) instanceof Map<?, ?> inner ? inner : Map.of();
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
