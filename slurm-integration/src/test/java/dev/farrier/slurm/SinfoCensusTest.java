package dev.farrier.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.farrier.NodeName;
import dev.farrier.action.Census;
import dev.farrier.action.Owner;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SinfoCensusTest {
    private static final OwnerRule OWNERS = OwnerRule.ofFarrier("slurm");
    private static final String OURS = Reason.ofFaults(List.of("gpu.lost"), "gpu 3").text();
    private static final String TABLE =
            "gpu|996|idle|gpu[0003-0998]|none|Unknown|Unknown\n"
                    + "gpu|1|drained*|gpu0001|"
                    + OURS
                    + "|root|2026-11-30T09:32:27\n"
                    + "gpu|1|draining|gpu0002|fan | ticket 17\nState=IDLE|alice|2026-11-30T09:32:28\n"
                    + "gpu|1|idle|gpu0999|"
                    + OURS
                    + "|root|2026-11-30T09:00:00\n"
                    + "gpu|1|down*|gpu1000|Not responding|slurm|2026-11-30T09:32:29\n"
                    + "long|1|drained|gpu0001|"
                    + OURS
                    + "|root|2026-11-30T09:32:27\n"
                    + "long|9|mixed|gpu[0003-0011]|none|Unknown|Unknown\n";

    private static Census.Drained drained(Census census, String node) {
        return census.drains().stream()
                .filter(drain -> drain.node().equals(new NodeName(node)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsTheNodesOfEachPartition() {
        assertThat(SinfoCensus.parse(TABLE, OWNERS).nodes())
                .isEqualTo(Map.of("gpu", 1_000, "long", 10));
    }

    @Test
    void namesEachDrainedNodeOnceWithAllItsPartitions() {
        Census census = SinfoCensus.parse(TABLE, OWNERS);

        assertThat(census.drains()).hasSize(2);
        assertThat(drained(census, "gpu0001").partitions()).isEqualTo(Set.of("gpu", "long"));
        assertThat(drained(census, "gpu0001").codes()).containsExactly("gpu.lost");
        assertThat(drained(census, "gpu0001").at()).contains(Instant.parse("2026-11-30T09:32:27Z"));
        assertThat(drained(census, "gpu0002").owner()).isEqualTo(Owner.ADMIN);
        assertThat(drained(census, "gpu0002").codes()).isEmpty();
    }

    @Test
    void takesAReasonThatStayedBehindForNoDrain() {
        Census census = SinfoCensus.parse(TABLE, OWNERS);

        assertThat(census.drains()).noneMatch(drain -> drain.node().value().equals("gpu0999"));
        assertThat(census.leftOver()).containsExactly(new NodeName("gpu0999"));
    }

    @Test
    void countsNothingWhenThereIsNoSuchPartition() {
        assertThat(SinfoCensus.parse("", OWNERS))
                .isEqualTo(new Census(Map.of(), List.of(), List.of()));
    }

    @Test
    void refusesATableThatIsCutOrNone() {
        for (String text :
                List.of(
                        TABLE.substring(0, TABLE.length() - 1),
                        "gpu|x|idle|n1|none|Unknown|Unknown\n",
                        "gpu|-1|idle|n1|none|Unknown|Unknown\n",
                        "gpu|1|drained|n[1-|x|root|2026-11-30T09:32:27\n",
                        "gpu|1|idle\n",
                        "\0\1\2\n",
                        "x".repeat(1 << 20))) {
            assertThatThrownBy(() -> SinfoCensus.parse(text, OWNERS))
                    .as(text.substring(0, Math.min(60, text.length())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void asksForHiddenPartitionsOnlyWhereItNamesNone() {
        assertThat(SinfoCensus.arguments(Set.of())).contains("-a").doesNotContain("-p");
        assertThat(SinfoCensus.arguments(Set.of("gpu"))).contains("-p", "gpu").doesNotContain("-a");
    }
}
