package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What keeps Farrier from draining too much, on a real Slurm. */
class SlurmSafetyIT {
    private static final String NODE = "node02";

    private static FarrierCluster cluster = uninitialized();

    @SuppressWarnings("NullAway") // set before any test
    private static FarrierCluster uninitialized() {
        return null;
    }

    @BeforeAll
    static void startCluster() {
        cluster = FarrierCluster.start();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void resetNodes() {
        cluster.configure("mode: act");
        for (String node : SlurmCluster.NODES) {
            cluster.slurm.exec(node, FarrierCluster.FARRIER, "pause", "--off");
        }
        cluster.reset();
    }

    private static long drained() {
        return SlurmCluster.NODES.stream()
                .filter(node -> cluster.slurm.nodeState(node).isDrained())
                .count();
    }

    /** Decisions about an incident that this node wrote down. */
    private static long reports(String node) {
        return cluster.journal(node, "decision").stream()
                .filter(decision -> String.valueOf(decision.get("why")).contains("found on"))
                .count();
    }

    private static List<Integer> actions() {
        return SlurmCluster.NODES.stream()
                .map(node -> cluster.journal(node, "intent").size())
                .toList();
    }

    private static void loseAGpuEverywhere() {
        SlurmCluster.NODES.forEach(node -> cluster.slurm.setScenario(node, "lost=3\n"));
    }

    /** All nodes look in the same second, as they do when slurmctld asks for it. */
    private static void refreshAll() {
        SlurmCluster.NODES.parallelStream().forEach(cluster::refresh);
    }

    @Test
    void saysWhatItWouldDrainWhenTheBudgetIsUsed() {
        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
        loseAGpuEverywhere();
        for (int i = 0; i < 3; i++) {
            refreshAll();
        }

        assertThat(drained()).isEqualTo(1);
        for (String node : List.of("node01", "node03")) {
            assertThat(cluster.journal(node, "decision").toString())
                    .as(node)
                    .contains("the drain budget", "would={action=drain");
        }
    }

    @Test
    void ofAllThatFailInOneSecondNoMoreStayDrainedThanTheBudget() {
        loseAGpuEverywhere();
        cluster.slurm.awaitThat(
                "one node is drained, and all have seen their fault",
                () -> {
                    refreshAll();
                    return drained() == 1
                            && SlurmCluster.NODES.stream()
                                    .allMatch(node -> cluster.lastLookWas(node, "unhealthy"));
                });
        for (int i = 0; i < 3; i++) {
            refreshAll();
        }

        assertThat(drained()).isEqualTo(1);
    }

    private static void findOneFaultOnAllNodes() {
        cluster.configure("mode: act, drainBudget: 100%, commonCauseLimit: 1");
        loseAGpuEverywhere();
        cluster.slurm.awaitThat(
                "all nodes know of the incident and none is drained",
                () -> {
                    refreshAll();
                    return SlurmCluster.NODES.stream().allMatch(node -> reports(node) > 0)
                            && drained() == 0;
                });
    }

    private static void assertOneReportOfEachNode() {
        for (String node : SlurmCluster.NODES) {
            assertThat(reports(node)).as(cluster.tell(node)).isEqualTo(1);
        }
    }

    @Test
    void leavesNoNodeDrainedWhenOneFaultIsOnAllAndDoesNotOscillate() {
        findOneFaultOnAllNodes();
        List<Integer> before = actions();
        for (int i = 0; i < 10; i++) {
            refreshAll();
            assertThat(drained()).isZero();
        }

        assertThat(actions()).isEqualTo(before);
        assertOneReportOfEachNode();
    }

    @Test
    @EnabledIfSystemProperty(named = "farrier.long", matches = "true")
    void doesNotOscillateForTenMinutes() {
        findOneFaultOnAllNodes();
        List<Integer> before = actions();

        await().during(Duration.ofMinutes(10))
                .atMost(Duration.ofMinutes(11))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> drained() == 0);

        assertThat(actions()).isEqualTo(before);
        assertOneReportOfEachNode();
        assertThat(SlurmCluster.NODES)
                .as("slurmd went on asking")
                .allMatch(node -> cluster.journal(node, "look").size() > 20);
    }

    @Test
    void drainsNobodyWhenACheckIsReplacedByNonsenseOnAllNodes() {
        for (String node : SlurmCluster.NODES) {
            cluster.slurm.writeFile(
                    node, "/usr/local/bin/site-check", "#!/bin/sh\nif then fi (\n", 0755);
        }
        for (int i = 0; i < 3; i++) {
            refreshAll();
        }

        assertThat(drained()).isZero();
        for (String node : SlurmCluster.NODES) {
            assertThat(cluster.lastLookWas(node, "unknown")).as(node).isTrue();
            assertThat(cluster.journal(node, "intent")).as(node).isEmpty();
        }
    }

    @Test
    void drainsNobodyWithABrokenConfigurationAndSaysSoLoudlyOnEachNode() {
        for (String node : SlurmCluster.NODES) {
            cluster.slurm.writeFile(node, "/etc/farrier/farrier.yaml", "policy: {mod: act}\n");
        }
        loseAGpuEverywhere();
        for (int i = 0; i < 3; i++) {
            refreshAll();
        }

        assertThat(drained()).isZero();
        for (String node : SlurmCluster.NODES) {
            assertThat(cluster.verdict(node))
                    .contains(" UNKNOWN 0 configuration: ", "did you mean 'mode'");
            assertThat(cluster.read(node, "/var/log/farrier/farrier.log"))
                    .contains("did you mean 'mode'");
        }
        ExecResult doctor = cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "doctor");
        assertThat(doctor.stdout() + doctor.stderr()).contains("did you mean 'mode'");
    }

    @Test
    void actsOnNothingWhilePausedAndGoesOnAfterwards() {
        cluster.slurm
                .exec(NODE, FarrierCluster.FARRIER, "pause", "--for", "1h", "--why", "switch")
                .stdoutOrThrow();
        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitLooks(NODE, 3);
        assertThat(drained()).isZero();
        assertThat(cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "would", NODE).stdoutOrThrow())
                .contains("drain", "gpu.lost");

        cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "pause", "--off").stdoutOrThrow();
        cluster.awaitLooks(NODE, 1);
        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
    }

    @Test
    void undoesItsOwnDrainsAndLeavesAnAdmins() {
        cluster.update("NodeName=node01", "State=DRAIN", "Reason=admin: fan");
        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
        String[] undo = {FarrierCluster.FARRIER, "undo", "--since", "1h"};

        assertThat(cluster.slurm.exec(NODE, undo).stdoutOrThrow())
                .contains(NODE, "Nothing was changed")
                .doesNotContain("node01");
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isTrue();

        cluster.slurm
                .exec(NODE, FarrierCluster.FARRIER, "undo", "--since", "1h", "--yes")
                .stdoutOrThrow();
        cluster.awaitLooks(NODE, 3);
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isFalse();
        assertThat(cluster.reason("node01")).isEqualTo("admin: fan");
        assertThat(cluster.slurm.nodeState("node01").isDrained()).isTrue();
    }

    @Test
    void leavesANodeInAMaintenanceReservationAlone() {
        cluster.slurm
                .exec(
                        SlurmCluster.CONTROLLER,
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=fw",
                        "StartTime=now",
                        "Duration=60",
                        "Users=root",
                        "Flags=MAINT",
                        "Nodes=" + NODE)
                .stdoutOrThrow();
        try {
            cluster.slurm.awaitThat(
                    "in maintenance",
                    () -> cluster.slurm.nodeState(NODE).flags().contains("MAINTENANCE"));
            cluster.slurm.setScenario(NODE, "lost=3\n");
            cluster.awaitLooks(NODE, 3);

            assertThat(cluster.slurm.nodeState(NODE).isDrained()).isFalse();
            assertThat(cluster.journal(NODE, "decision").toString()).contains("MAINTENANCE");
        } finally {
            cluster.slurm.exec(SlurmCluster.CONTROLLER, "scontrol", "delete", "ReservationName=fw");
        }
    }

    @Test
    void actsOnNothingForANodeThatIsAnotherMachine() {
        cluster.slurm.setScenario("node01", "lost=3\n");
        cluster.slurm.awaitThat(
                "it says so, when no hook was faster",
                () -> {
                    cluster.slurm.exec("node01", "rm", "-f", "/run/farrier/verdict");
                    cluster.slurm
                            .exec(
                                    "node01",
                                    FarrierCluster.FARRIER,
                                    "refresh",
                                    "--trigger",
                                    "periodic",
                                    "--node",
                                    "node03")
                            .stdoutOrThrow();
                    return cluster.journal("node01", "decision")
                            .toString()
                            .contains("this is node01");
                });

        assertThat(cluster.slurm.nodeState("node03").isDrained()).isFalse();
    }
}
