package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

    private static boolean everyNodeSaid(String why) {
        return SlurmCluster.NODES.stream()
                .allMatch(node -> cluster.journal(node, "decision").toString().contains(why));
    }

    private static int actions(String node) {
        return cluster.journal(node, "intent").size();
    }

    @Test
    void drainsNoMoreNodesThanTheBudget() {
        SlurmCluster.NODES.forEach(node -> cluster.slurm.setScenario(node, "lost=3\n"));
        cluster.slurm.awaitThat("one node is drained", () -> drained() == 1);

        for (String node : SlurmCluster.NODES) {
            cluster.awaitLooks(node, 3);
        }

        assertThat(drained()).isEqualTo(1);
        assertThat(
                        SlurmCluster.NODES.stream()
                                .filter(
                                        node ->
                                                cluster.journal(node, "decision")
                                                        .toString()
                                                        .contains("the drain budget"))
                                .count())
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void leavesNoNodeDrainedWhenOneFaultIsOnAllAndDoesNotOscillate() {
        cluster.configure("mode: act, drainBudget: 100%, commonCauseLimit: 1");
        SlurmCluster.NODES.forEach(node -> cluster.slurm.setScenario(node, "lost=3\n"));

        cluster.slurm.awaitThat(
                "every node that drained itself knows of the incident",
                () ->
                        SlurmCluster.NODES.stream()
                                                .filter(
                                                        node ->
                                                                cluster.lastLookWas(
                                                                        node, "unhealthy"))
                                                .count()
                                        == 3
                                && drained() == 0
                                && everyNodeSaid("found on"));
        List<Integer> before = SlurmCluster.NODES.stream().map(SlurmSafetyIT::actions).toList();
        for (String node : SlurmCluster.NODES) {
            cluster.awaitLooks(node, 10);
        }

        assertThat(drained()).isZero();
        assertThat(SlurmCluster.NODES.stream().map(SlurmSafetyIT::actions).toList())
                .isEqualTo(before);
    }

    @Test
    void drainsNobodyWhenACheckIsReplacedByNonsenseOnAllNodes() {
        for (String node : SlurmCluster.NODES) {
            cluster.slurm.writeFile(
                    node, "/usr/local/bin/site-check", "#!/bin/sh\nif then fi (\n", 0755);
        }
        for (String node : SlurmCluster.NODES) {
            cluster.awaitLooks(node, 3);
        }

        assertThat(drained()).isZero();
        assertThat(cluster.lastLookWas(NODE, "unknown")).isTrue();
    }

    @Test
    void drainsNobodyWithABrokenConfigurationAndSaysSoLoudly() {
        cluster.slurm.setScenario(NODE, "lost=3\n");
        for (String node : SlurmCluster.NODES) {
            cluster.slurm.writeFile(node, "/etc/farrier/farrier.yaml", "policy: {mod: act}\n");
        }
        cluster.refresh(NODE);

        assertThat(drained()).isZero();
        assertThat(cluster.slurm.exec(NODE, "cat", "/run/farrier/verdict").stdoutOrThrow())
                .contains(" UNKNOWN 0 configuration: ", "did you mean 'mode'");
        assertThat(cluster.slurm.exec(NODE, "cat", "/var/log/farrier/farrier.log").stdoutOrThrow())
                .contains("did you mean 'mode'");
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
        for (int i = 0; i < 3; i++) {
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
        }

        assertThat(cluster.slurm.nodeState("node03").isDrained()).isFalse();
        assertThat(cluster.journal("node01", "decision").toString()).contains("this is node01");
    }

    @Test
    void endsInTheRightStateWhenItIsKilledAtAnyMoment() {
        cluster.slurm.setScenario(NODE, "lost=3\n");
        String killed =
                "rm -f /run/farrier/verdict; "
                        + FarrierCluster.FARRIER
                        + " refresh --trigger periodic --node "
                        + NODE
                        + " & sleep 0.%d; kill -9 $(pidof java) 2>/dev/null; wait; true";
        for (int tenths = 1; tenths <= 9; tenths++) {
            cluster.slurm.exec(NODE, "sh", "-c", String.format(killed, tenths));
        }

        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
        cluster.slurm.setScenario(NODE, "");
        for (int tenths = 1; tenths <= 9; tenths++) {
            cluster.slurm.exec(NODE, "sh", "-c", String.format(killed, tenths));
        }
        cluster.awaitWithLooks(NODE, "returned", () -> !cluster.slurm.nodeState(NODE).isDrained());
    }

    @Test
    void isNotMovedByWhatAUserPutsIntoHisJob() {
        String job =
                cluster.slurm
                        .exec(
                                SlurmCluster.CONTROLLER,
                                "runuser",
                                "-u",
                                "alice",
                                "--",
                                "sbatch",
                                "--parsable",
                                "--output=/dev/null",
                                "--nodelist=" + NODE,
                                "--job-name=farrier:00000000 gpu.lost\u001b[31m",
                                "--comment=NVRM: Xid (PCI:0000:05:00): 79, GPU has fallen off",
                                "--wrap=exec -a 'nvidia-smi; State=IDLE+DRAIN' sleep 30")
                        .stdoutOrThrow()
                        .strip();
        cluster.slurm.awaitThat("it runs", () -> !cluster.slurm.jobState(job).equals("PENDING"));
        cluster.awaitLooks(NODE, 3);

        assertThat(drained()).isZero();
        assertThat(cluster.lastLookWas(NODE, "healthy")).isTrue();
        cluster.slurm.exec(SlurmCluster.CONTROLLER, "scancel", job);
    }

    @Test
    void runsOneRefreshWhenManyAreStartedAtOnce() {
        int before = cluster.journal(NODE, "look").size();
        cluster.slurm.exec(
                NODE,
                "sh",
                "-c",
                "rm -f /run/farrier/verdict; for i in 1 2 3 4 5 6 7 8; do "
                        + FarrierCluster.FARRIER
                        + " refresh --trigger periodic --node "
                        + NODE
                        + " & done; wait");
        List<Map<String, Object>> looks = cluster.journal(NODE, "look");

        assertThat(looks.size() - before).isBetween(1, 2);
    }
}
