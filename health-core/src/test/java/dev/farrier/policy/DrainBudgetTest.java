package dev.farrier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeName;
import dev.farrier.action.Census;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.config.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrainBudgetTest {
    private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");
    private static final List<String> GPU = List.of("gpu");

    private final List<Census.Drained> drains = new ArrayList<>();

    private static DrainBudget budget(Share share) {
        return new DrainBudget(share, Optional.empty(), Duration.ofMinutes(10));
    }

    private DrainBudgetTest drained(String node, int second, String code, Owner owner) {
        String reason = Reason.ofFaults(List.of(code), "").text();
        drains.add(
                new Census.Drained(
                        new NodeName(node),
                        Set.of("gpu"),
                        Optional.of(reason),
                        Optional.of("root"),
                        Optional.of(AT.plusSeconds(second)),
                        owner));
        return this;
    }

    private Census of(int nodes) {
        return new Census(Map.of("gpu", nodes), drains, List.of());
    }

    @Test
    void isNeverLessThanOneNode() {
        assertThat(budget(Share.percent(10)).used(new NodeName("n1"), GPU, of(3))).isEmpty();
    }

    @Test
    void isUsedWhenSoManyOfOurDrainsStand() {
        drained("n1", 0, "a", Owner.OURS).drained("n2", 0, "a", Owner.OURS);

        assertThat(budget(Share.percent(10)).used(new NodeName("n3"), GPU, of(20)))
                .contains("the drain budget of partition gpu is used: 2 of 2");
        assertThat(budget(Share.percent(10)).used(new NodeName("n3"), GPU, of(30))).isEmpty();
    }

    @Test
    void countsNobodyElsesDrains() {
        for (Owner owner : List.of(Owner.ADMIN, Owner.MANUAL, Owner.SLURM, Owner.EDITED)) {
            drained("n-" + owner.word(), 0, "a", owner);
        }

        assertThat(budget(Share.nodes(1)).used(new NodeName("n9"), GPU, of(20))).isEmpty();
    }

    @Test
    void holdsInEachPartitionOfTheNode() {
        drained("n1", 0, "a", Owner.OURS);
        Census census = new Census(Map.of("gpu", 5, "all", 100), drains, List.of());

        assertThat(
                        budget(Share.percent(10))
                                .used(new NodeName("n3"), List.of("all", "gpu"), census))
                .isPresent();
    }

    @Test
    void keepsTheFirstByTimeThenName() {
        drained("n3", 0, "a", Owner.OURS)
                .drained("n2", 1, "a", Owner.OURS)
                .drained("n1", 1, "a", Owner.OURS);
        DrainBudget two = budget(Share.nodes(2));

        assertThat(two.surplus(new NodeName("n3"), GPU, of(20))).isEmpty();
        assertThat(two.surplus(new NodeName("n1"), GPU, of(20))).isEmpty();
        assertThat(two.surplus(new NodeName("n2"), GPU, of(20))).isPresent();
    }

    @Test
    void takesOneFaultOnManyNodesForOneIncident() {
        for (int i = 0; i < 6; i++) {
            drained("n" + i, i, "a", Owner.OURS);
        }
        drained("n8", 0, "b", Owner.OURS);
        DrainBudget any = budget(Share.percent(100));

        assertThat(any.incident(List.of("a"), GPU, of(100)).orElseThrow())
                .contains("a was found on 6 nodes", "more than 5");
        assertThat(any.incident(List.of("b"), GPU, of(100))).isEmpty();
        assertThat(any.incident(List.of("a"), GPU, of(1_000))).isEmpty();
    }

    @Test
    void needsNoMoreWitnessesOfAnIncidentThanShowIt() {
        for (int i = 0; i < 9; i++) {
            drained("n" + i, 10 - i, "a", Owner.OURS);
        }
        drained("n9", 0, "b", Owner.OURS);
        DrainBudget any = budget(Share.percent(100));

        assertThat(any.isWitness(new NodeName("n8"), List.of("a"), GPU, of(100))).isTrue();
        assertThat(any.isWitness(new NodeName("n3"), List.of("a"), GPU, of(100))).isTrue();
        assertThat(any.isWitness(new NodeName("n2"), List.of("a"), GPU, of(100))).isFalse();
    }

    @Test
    void countsOnlyWhatWasDrainedWithinTheWindow() {
        for (int i = 0; i < 9; i++) {
            drained("n" + i, i * 300, "a", Owner.OURS);
        }

        assertThat(budget(Share.percent(100)).incident(List.of("a"), GPU, of(100))).isEmpty();
    }
}
