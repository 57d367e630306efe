package dev.farrier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.NodeName;
import dev.farrier.Uptime;
import dev.farrier.action.Action;
import dev.farrier.action.Census;
import dev.farrier.action.Ledger;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.Reason;
import dev.farrier.config.Mode;
import dev.farrier.config.Share;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many nodes would drain that have all counted no drain at all. */
class AdmissionTest {
    private static final int NODES = 1_000;
    private static final Census NO_DRAINS = new Census(Map.of("gpu", NODES), List.of(), List.of());

    private static Admission spreadOver(Duration spread) {
        return new Admission(
                new Rules(
                        Mode.ACT,
                        2,
                        Duration.ofMinutes(5),
                        3,
                        Duration.ofMinutes(10),
                        Duration.ZERO,
                        new DrainBudget(
                                Share.percent(10), Optional.empty(), Duration.ofMinutes(10)),
                        spread,
                        Duration.ofMinutes(30),
                        Duration.ofSeconds(90)));
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "n%04d", i);
    }

    private static Decision drain(String node) {
        Action action =
                new Action.Drain(
                        Set.of(new NodeName(node)), Reason.ofFaults(List.of("gpu.lost"), ""));
        return new Decision(
                Optional.of(action),
                Optional.empty(),
                List.of("gpu.lost"),
                false,
                Ledger.EMPTY,
                Streaks.NONE,
                "gpu.lost");
    }

    private static NodeState idle(String node) {
        return new NodeState(
                new NodeName(node),
                node,
                List.of("gpu"),
                "IDLE",
                Set.of(),
                false,
                Optional.empty(),
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Owner.NONE);
    }

    private static Decision admit(Admission admission, String node, Duration took, double uptime) {
        return admission.admit(
                drain(node), idle(node), NO_DRAINS, took, new Uptime("boot", uptime));
    }

    private static long admitted(Admission admission, Duration took) {
        return IntStream.range(0, NODES)
                .filter(i -> admit(admission, name(i), took, 86_400).action().isPresent())
                .count();
    }

    @Test
    void letsEveryNodeDrainWhereTheSchedulerIsQuick() {
        Admission admission = spreadOver(Duration.ofSeconds(20));

        assertThat(admitted(admission, Duration.ofMillis(600))).isEqualTo(NODES);
    }

    @Test
    void letsFewerDrainTheSlowerTheSchedulerIs() {
        Admission admission = spreadOver(Duration.ofSeconds(20));

        assertThat(admitted(admission, Duration.ofMillis(1_333))).isBetween(450L, 550L);
        assertThat(admitted(admission, Duration.ofSeconds(60))).isBetween(70L, 130L);
    }

    @Test
    void saysWhyANodeDoesNotDrainYet() {
        Admission admission = spreadOver(Duration.ofSeconds(20));
        Decision refused =
                IntStream.range(0, NODES)
                        .mapToObj(i -> admit(admission, name(i), Duration.ofSeconds(5), 86_400))
                        .filter(decision -> decision.action().isEmpty())
                        .findFirst()
                        .orElseThrow();

        assertThat(refused.why())
                .isEqualTo(
                        "the scheduler took 5.0 s to count:"
                                + " one node in 8 drains at a look, this one not yet");
        assertThat(refused.would()).isPresent();
    }

    @Test
    void letsEachNodeDrainSoonerOrLater() {
        Admission admission = spreadOver(Duration.ofSeconds(20));
        long within =
                IntStream.range(0, 60)
                        .filter(
                                look ->
                                        admit(
                                                        admission,
                                                        "n0007",
                                                        Duration.ofSeconds(5),
                                                        86_400 + look * 60.0)
                                                .action()
                                                .isPresent())
                        .count();

        assertThat(within).isBetween(3L, 15L);
    }

    @Test
    void waitsNotAtAllWithoutASpread() {
        Admission admission = spreadOver(Duration.ZERO);

        assertThat(admission.wait(new NodeName("n0001"))).isZero();
        assertThat(admitted(admission, Duration.ofSeconds(5))).isEqualTo(NODES);
    }

    @Test
    void spreadsNeighboursOverTheWholeTime() {
        Admission admission = spreadOver(Duration.ofSeconds(20));
        long seconds =
                IntStream.range(0, 40)
                        .mapToLong(i -> admission.wait(new NodeName(name(i))).toSeconds())
                        .distinct()
                        .count();

        assertThat(seconds).isGreaterThanOrEqualTo(12);
    }
}
