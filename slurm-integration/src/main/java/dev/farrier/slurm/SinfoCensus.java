package dev.farrier.slurm;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.action.Census;
import dev.farrier.action.Owner;
import dev.farrier.action.OwnerRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code sinfo -h -o '%R|%D|%T|%N|%E|%u|%H'}: a row for each partition and group of nodes
 * that agree in all of these, so that a whole healthy partition is a row or two. All or nothing.
 */
final class SinfoCensus {
    static final String FORMAT = "%R|%D|%T|%N|%E|%u|%H";

    private static final int FIELDS_BEFORE_REASON = 4;

    private SinfoCensus() {}

    /**
     * @throws IllegalArgumentException when the text is not such a table, or not a whole one
     */
    static Census parse(String text, OwnerRule owners) {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        Map<NodeName, Census.Drained> drains = new LinkedHashMap<>();
        Set<NodeName> leftOver = new LinkedHashSet<>();
        for (SinfoRows.Raw raw : SinfoRows.split(text)) {
            try {
                add(raw.text(), owners, nodes, drains, leftOver);
            } catch (IllegalArgumentException wrong) {
                throw SinfoRows.refused(raw.line(), raw.text(), String.valueOf(wrong.getMessage()));
            }
        }
        return new Census(nodes, new ArrayList<>(drains.values()), new ArrayList<>(leftOver));
    }

    private static void add(
            String row,
            OwnerRule owners,
            Map<String, Integer> nodes,
            Map<NodeName, Census.Drained> drains,
            Set<NodeName> leftOver) {
        String[] head = row.split("\\|", FIELDS_BEFORE_REASON + 1);
        int time = row.lastIndexOf('|');
        int user = row.lastIndexOf('|', time - 1);
        int reason = 0;
        for (int i = 0; i < Math.min(head.length, FIELDS_BEFORE_REASON); i++) {
            reason += head[i].length() + 1;
        }
        if (head.length <= FIELDS_BEFORE_REASON || user < reason) {
            throw new IllegalArgumentException("expected the seven fields of " + FORMAT);
        }
        String partition = head[0];
        nodes.merge(partition, count(head[1]), Integer::sum);
        Optional<String> said = Optional.of(row.substring(reason, user));
        Optional<String> by = Optional.of(row.substring(user + 1, time));
        if (!isDrained(head[2])) {
            if (isOurs(owners.author(said.get(), by)) && isInService(head[2])) {
                for (String name : HostList.expand(head[3])) {
                    leftOver.add(new NodeName(name));
                }
            }
            return;
        }
        for (String name : HostList.expand(head[3])) {
            NodeName node = new NodeName(name);
            Census.Drained known = drains.get(node);
            Set<String> partitions = new LinkedHashSet<>();
            partitions.add(partition);
            if (known != null) {
                partitions.addAll(known.partitions());
            }
            drains.put(
                    node,
                    new Census.Drained(
                            node,
                            partitions,
                            said,
                            by,
                            SlurmTime.parse(row.substring(time + 1)),
                            owners.owner(said, by, true)));
        }
    }

    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 0) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number of nodes", e);
        }
        throw new IllegalArgumentException("'" + text + "' is no number of nodes");
    }

    /** Drained or draining, whatever mark stands behind it; also the drain under a DOWN. */
    private static boolean isDrained(String word) {
        return word.startsWith("drain");
    }

    private static boolean isOurs(Owner owner) {
        return owner == Owner.OURS || owner == Owner.MANUAL;
    }

    private static boolean isInService(String word) {
        return word.startsWith("idle") || word.startsWith("mix") || word.startsWith("alloc");
    }

    static List<String> arguments(Set<String> partitions) {
        List<String> arguments = new ArrayList<>(List.of("-h", "-o", FORMAT));
        if (partitions.isEmpty()) {
            arguments.add("-a"); // also the hidden ones; sinfo refuses it beside -p
        } else {
            arguments.add("-p");
            arguments.add(String.join(",", partitions));
        }
        return arguments;
    }
}
