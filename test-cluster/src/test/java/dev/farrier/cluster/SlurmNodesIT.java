package dev.farrier.cluster;

import static dev.farrier.cluster.SlurmCluster.CONTROLLER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nodes and machines that are not what they usually are: another name than the host's, powered
 * down, not there yet, about to reboot, and a machine that is no node at all.
 */
class SlurmNodesIT {
    private static final String NODE = "node02";

    /** The node whose machine is node03. */
    private static final String RENAMED = "rack7-slot3";

    private static final String ITS_MACHINE = "node03";
    private static final String POWERED_DOWN = "node08";
    private static final String FUTURE = "node09";

    private static FarrierCluster cluster = uninitialized();

    @SuppressWarnings("NullAway") // set before any test
    private static FarrierCluster uninitialized() {
        return null;
    }

    @BeforeAll
    static void startCluster() {
        cluster = FarrierCluster.start();
        String edit =
                """
                cd /etc/slurm
                shape=$(sed -n 's/^NodeName=node0.1-3. \\(.*\\) State=.*/\\1/p' slurm.conf)
                sed -i -e 's/node0.1-3./node0[1-2]/' slurm.conf
                sed -i -e 's/node0.1-3./node0[1-2],%s,%s,%s/' gres.conf
                sed -i -e 's/^PartitionName.*Nodes=node0.1-2./&,%s/' slurm.conf
                cat >>slurm.conf <<EOF
                NodeName=%s NodeHostname=%s NodeAddr=%s $shape State=UNKNOWN
                NodeName=%s $shape State=CLOUD
                NodeName=%s $shape State=FUTURE
                PartitionName=cloud Nodes=%s
                SuspendProgram=/bin/true
                ResumeProgram=/bin/true
                RebootProgram=/bin/true
                EOF
                """
                        .formatted(
                                RENAMED,
                                POWERED_DOWN,
                                FUTURE,
                                RENAMED,
                                RENAMED,
                                ITS_MACHINE,
                                ITS_MACHINE,
                                POWERED_DOWN,
                                FUTURE,
                                POWERED_DOWN);
        for (String host : List.of(CONTROLLER, "node01", NODE, ITS_MACHINE)) {
            cluster.slurm.exec(host, "sh", "-c", edit).stdoutOrThrow();
        }
        cluster.slurm.exec(CONTROLLER, "scontrol", "reconfigure").stdoutOrThrow();
        cluster.slurm.copyTo(CONTROLLER, SlurmCluster.distribution(), "/opt/farrier");
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void resetNodes() {
        for (String host : List.of(CONTROLLER, "node01", NODE, ITS_MACHINE)) {
            cluster.slurm.setScenario(host, "");
        }
        cluster.slurm.awaitThat("all are in service", this::everythingIsBack);
        for (String host : List.of(CONTROLLER, NODE, ITS_MACHINE)) {
            cluster.forget(host);
        }
    }

    private boolean everythingIsBack() {
        boolean back = true;
        for (String node : List.of("node01", NODE, RENAMED)) {
            ShownNode state = cluster.slurm.nodeState(node);
            if (state.isDrained()) {
                cluster.update("NodeName=" + node, "State=UNDRAIN");
            }
            back &= !state.isDrained() && state.responds();
        }
        return back;
    }

    private static String decisions(String host) {
        return cluster.journal(host, "decision").toString();
    }

    private static void refreshAs(String host, String node) {
        refresh(host, "--node", node);
    }

    /** A look that is due at once, whatever an earlier one has left. */
    private static void refresh(String host, String... options) {
        List<String> argv =
                new ArrayList<>(
                        List.of(FarrierCluster.FARRIER, "refresh", "--trigger", "periodic"));
        argv.addAll(List.of(options));
        cluster.slurm.exec(host, "rm", "-f", "/run/farrier/verdict");
        cluster.slurm.exec(host, argv.toArray(String[]::new)).stdoutOrThrow();
    }

    @Test
    void actsUnderTheNameThatTheHookGivesAndNotUnderTheHostsName() {
        cluster.slurm.setScenario(ITS_MACHINE, "lost=3\n");

        cluster.slurm.awaitThat(
                "drained under its name in Slurm",
                () -> cluster.isDrainedByUs(RENAMED, "gpu.lost"));
        cluster.slurm.setScenario(ITS_MACHINE, "");
        cluster.slurm.awaitThat(
                "and returned", () -> !cluster.slurm.nodeState(RENAMED).isDrained());
    }

    @Test
    void actsOnNothingWhereTheNameIsThatOfAnotherMachine() {
        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));

        for (String other : List.of(ITS_MACHINE, "node01")) {
            cluster.slurm.awaitThat(
                    "it says so, when no hook was faster",
                    () -> {
                        refreshAs(NODE, other.equals(ITS_MACHINE) ? RENAMED : other);
                        return decisions(NODE)
                                .contains("the machine " + other + ", and this is node02");
                    });
        }

        assertThat(cluster.slurm.nodeState(RENAMED).isDrained()).isFalse();
        assertThat(cluster.slurm.nodeState("node01").isDrained()).isFalse();
    }

    @Test
    void leavesANodeThatIsPoweredDownOrNotThereYetAlone() {
        assertThat(cluster.slurm.nodeState(POWERED_DOWN).flags()).contains("POWERED_DOWN");
        // On a machine on which no hook looks too; it is taken for each of the two nodes.
        cluster.configureHost(CONTROLLER, "kind: slurm, hostMustMatch: false", "mode: act");
        cluster.slurm.setScenario(CONTROLLER, "lost=3\n");
        refreshAs(CONTROLLER, POWERED_DOWN);
        refreshAs(CONTROLLER, FUTURE);

        assertThat(decisions(CONTROLLER))
                .contains("left alone: node is POWERED_DOWN", "the scheduler knows no node node09");
        assertThat(cluster.journal(CONTROLLER, "intent")).isEmpty();
        ShownNode powered = cluster.slurm.nodeState(POWERED_DOWN);
        assertThat(powered.isDrained()).isFalse();
        assertThat(powered.flags()).contains("POWERED_DOWN");
    }

    @Test
    void actsOnNothingOnAMachineThatIsNoNode() {
        cluster.slurm.setScenario(CONTROLLER, "lost=3\n");
        cluster.configureHost(CONTROLLER, "kind: slurm", "mode: act");
        refresh(CONTROLLER);
        refresh(CONTROLLER);
        refreshAs(CONTROLLER, NODE);
        refreshAs(CONTROLLER, RENAMED);

        assertThat(cluster.lastLookWas(CONTROLLER, "unhealthy")).isTrue();
        assertThat(decisions(CONTROLLER)).contains("is not known: not acting", "this is ctl");
        assertThat(cluster.journal(CONTROLLER, "intent")).isEmpty();
        for (String node : List.of("node01", NODE, RENAMED)) {
            assertThat(cluster.slurm.nodeState(node).isDrained()).as(node).isFalse();
        }
    }

    @Test
    void leavesARebootAndTheDrainBeforeItAloneWhenOurFaultComesAndGoes() {
        String job = cluster.slurm.submitSleep(NODE, 600);
        cluster.slurm.awaitThat("it runs", () -> cluster.slurm.jobState(job).equals("RUNNING"));
        cluster.update("NodeName=" + NODE, "State=DRAIN", "Reason=admin: new firmware");
        cluster.slurm
                .exec(CONTROLLER, "scontrol", "reboot", "ASAP", "nextstate=DOWN", NODE)
                .stdoutOrThrow();
        try {
            cluster.slurm.awaitThat(
                    "the reboot waits for the job",
                    () -> cluster.slurm.nodeState(NODE).flags().contains("REBOOT_REQUESTED"));
            ShownNode before = cluster.slurm.nodeState(NODE);
            assertThat(before.isDrained()).isTrue();

            cluster.slurm.setScenario(NODE, "lost=3\n");
            cluster.awaitWithLooks(NODE, "seen", () -> cluster.lastLookWas(NODE, "unhealthy"));
            cluster.awaitLooks(NODE, 3);
            assertThat(cluster.slurm.nodeState(NODE)).isEqualTo(before);
            cluster.slurm.setScenario(NODE, "");
            cluster.awaitWithLooks(NODE, "seen gone", () -> cluster.lastLookWas(NODE, "healthy"));
            cluster.awaitLooks(NODE, 4);

            assertThat(cluster.slurm.nodeState(NODE)).isEqualTo(before);
            assertThat(cluster.journal(NODE, "intent")).isEmpty();
        } finally {
            cluster.slurm.exec(CONTROLLER, "scontrol", "cancel_reboot", NODE);
            cluster.slurm.exec(CONTROLLER, "scancel", job);
        }
    }
}
