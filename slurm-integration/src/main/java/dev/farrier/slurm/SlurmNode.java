package dev.farrier.slurm;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.action.NodeState;
import dev.farrier.action.OwnerRule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A node as Slurm describes it.
 *
 * @param reason whole, with its line ends; a leftover on a node in service too (24.11)
 * @param reasonBy present only with a reason, and {@code reasonAt} likewise
 * @param hostName empty when it is not told
 * @param features the active ones
 * @param gres as configured, {@code gpu:h100:8}; empty for none
 * @param version of its slurmd; empty when it has not registered yet
 * @param realMemoryMib as configured; 0 when it is not told, and {@code cpus} likewise
 */
record SlurmNode(
        NodeName name,
        SlurmState state,
        Optional<String> reason,
        Optional<String> reasonBy,
        Optional<Instant> reasonAt,
        String hostName,
        List<String> partitions,
        List<String> features,
        String gres,
        String version,
        long realMemoryMib,
        int cpus) {
    SlurmNode {
        partitions = List.copyOf(partitions);
        features = List.copyOf(features);
        if (reason.isEmpty() || OwnerRule.isNoText(reason.get())) {
            reason = Optional.empty();
            reasonBy = Optional.empty();
            reasonAt = Optional.empty();
        }
    }

    NodeProfile profile() {
        return new NodeProfile(
                partitions,
                features,
                GresText.parse(gres),
                realMemoryMib > 0 ? OptionalLong.of(realMemoryMib << 20) : OptionalLong.empty(),
                cpus > 0 ? OptionalInt.of(cpus) : OptionalInt.empty());
    }

    NodeState stateFor(OwnerRule owners) {
        return new NodeState(
                name,
                hostName,
                partitions,
                state.base(),
                state.flags(),
                state.isDrained(),
                state.onlyObserved(),
                state.isSchedulable(),
                reason,
                reasonBy,
                reasonAt,
                owners.owner(reason, reasonBy, state.isOutOfService()));
    }
}
