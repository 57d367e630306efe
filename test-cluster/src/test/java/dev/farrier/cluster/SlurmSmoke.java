package dev.farrier.cluster;

import static dev.farrier.cluster.SlurmCluster.CONTROLLER;
import static dev.farrier.cluster.SlurmCluster.NODES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What must hold on every version of Slurm, in a few scenarios; on 24.11 the other tests say more.
 * Skipped where there is no image of that version.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SlurmSmoke {
    private static final String NODE = "node02";
    private static final String BROKEN_FAN = "admin: broken fan, ticket 17";

    private final String suite;
    private FarrierCluster cluster = uninitialized();
    private PrologGate gate = uninitialized();

    SlurmSmoke(String suite) {
        this.suite = suite;
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // set before any test
    private static <T> T uninitialized() {
        return null;
    }

    /** What the Prolog's note of a job looks like: 22.05 tells it no start time. */
    abstract String startTimeInNotes();

    @BeforeAll
    void startCluster() {
        Optional<String> image = SlurmCluster.builtImage(suite);
        assumeTrue(image.isPresent(), "no image; build it with test-cluster/images/build " + suite);
        cluster = FarrierCluster.on(SlurmCluster.start(image.get()));
        gate = PrologGate.on(cluster.slurm);
        gate.openAll();
        cluster.slurm.configureHooks(
                "HealthCheckProgram=" + FarrierCluster.HEALTHCHECK,
                "HealthCheckInterval=3",
                "HealthCheckNodeState=ANY",
                PrologGate.SETTING,
                "Epilog=/opt/farrier/libexec/slurm-epilog");
    }

    @AfterAll
    @SuppressWarnings("NullAway") // it is null where no cluster was started
    void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void resetNodes() {
        cluster.slurm.exec(CONTROLLER, "scancel", "-u", "alice").stdoutOrThrow();
        gate.openAll();
        cluster.reset();
    }

    private void loseAGpu(String node) {
        cluster.slurm.setScenario(node, "lost=3\n");
        cluster.awaitWithLooks(
                node, "drained for the lost GPU", () -> cluster.isDrainedByUs(node, "gpu.lost"));
    }

    private boolean isDrained(String node) {
        return cluster.slurm.nodeState(node).isDrained();
    }

    private void awaitState(String job, String state) {
        cluster.slurm.awaitThat(
                "job " + job + " is " + state, () -> cluster.slurm.jobState(job).equals(state));
    }

    @Test
    void drainsANodeThatLostAGpuAndReturnsItWhenItIsHealed() {
        loseAGpu(NODE);
        assertThat(cluster.reason(NODE)).startsWith("farrier:").contains("gpu.lost");
        assertThat(isDrained("node01")).isFalse();

        cluster.slurm.setScenario(NODE, "");
        cluster.awaitWithLooks(NODE, "returned", () -> !isDrained(NODE));
    }

    @Test
    void leavesAnAdminsDrainAloneWhenOurFaultComesAndGoes() {
        cluster.update("NodeName=" + NODE, "State=DRAIN", "Reason=" + BROKEN_FAN);
        String before = cluster.reasonUserAndTime(NODE);

        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(NODE, "seen", () -> cluster.lastLookWas(NODE, "unhealthy"));
        cluster.awaitLooks(NODE, 3);
        cluster.slurm.setScenario(NODE, "");
        cluster.awaitWithLooks(NODE, "seen gone", () -> cluster.lastLookWas(NODE, "healthy"));
        cluster.awaitLooks(NODE, 4);

        assertThat(cluster.reasonUserAndTime(NODE)).isEqualTo(before);
        assertThat(isDrained(NODE)).isTrue();
    }

    @Test
    void aJobThatWasSentToANodeWhichWeDrainRunsElsewhere() {
        gate.closeAll();
        String job = cluster.slurm.submit("sleep 1");
        String node = gate.awaitJob(job);
        loseAGpu(node);
        cluster.slurm.awaitThat(
                "the verdict says so to the Prolog",
                () -> cluster.verdict(node).contains(" UNHEALTHY 1 "));

        gate.open(node);

        awaitState(job, "PENDING");
        cluster.slurm.exec(CONTROLLER, "scontrol", "release", job).stdoutOrThrow();
        cluster.update("JobId=" + job, "StartTime=now"); // else it waits for two minutes
        awaitState(job, "COMPLETED");
        assertThat(cluster.slurm.jobNodes(job)).isNotEqualTo(node);
        assertThat(cluster.isDrainedByUs(node, "gpu.lost")).isTrue();
    }

    @Test
    void aJobRunsWithoutAVerdictAndItsNotesAreTaken() {
        gate.closeAll();
        String job = cluster.slurm.submitSleep(NODE, 1);
        gate.awaitJob(job);
        cluster.slurm.exec(NODE, "sh", "-c", "rm -rf /run/farrier/*").stdoutOrThrow();

        gate.open(NODE);

        awaitState(job, "COMPLETED");
        assertThat(NODES).noneMatch(this::isDrained);
        String start = " " + startTimeInNotes() + " 0 " + NODE + " -\n";
        cluster.slurm.awaitThat(
                "the Epilog has taken its note",
                () -> cluster.read(NODE, "/run/farrier/hooks").contains(" epilog " + job + " "));
        assertThat(cluster.read(NODE, "/run/farrier/hooks"))
                .containsPattern("[0-9]+ prolog " + job + start)
                .containsPattern("[0-9]+ epilog " + job + start);
    }

    @Test
    void undoesItsOwnDrainsAndLeavesAnAdmins() {
        cluster.update("NodeName=node01", "State=DRAIN", "Reason=" + BROKEN_FAN);
        loseAGpu(NODE);

        cluster.slurm
                .exec(NODE, FarrierCluster.FARRIER, "undo", "--since", "1h", "--yes")
                .stdoutOrThrow();
        cluster.awaitLooks(NODE, 3);

        assertThat(isDrained(NODE)).isFalse();
        assertThat(cluster.reason("node01")).isEqualTo(BROKEN_FAN);
        assertThat(isDrained("node01")).isTrue();
    }

    @Test
    void aPersonResumesWhatAPersonDrainedAndNotWhatAnAdminDid() {
        String[] resume = {FarrierCluster.FARRIER, "resume", NODE};
        cluster.slurm
                .exec(NODE, FarrierCluster.FARRIER, "drain", NODE, "--reason", "new fan on Monday")
                .stdoutOrThrow();
        assertThat(cluster.reason(NODE)).endsWith("manual new fan on Monday");
        cluster.slurm.exec(NODE, resume).stdoutOrThrow();
        assertThat(isDrained(NODE)).isFalse();

        cluster.update("NodeName=" + NODE, "State=DRAIN", "Reason=" + BROKEN_FAN);
        assertThat(cluster.slurm.exec(NODE, resume).exitCode()).isEqualTo(77);
        assertThat(isDrained(NODE)).isTrue();
    }

    @Test
    void touchesNothingInModeObserve() {
        cluster.configure("mode: observe");
        try {
            cluster.slurm.setScenario(NODE, "lost=3\n");
            cluster.awaitWithLooks(
                    NODE,
                    "would be drained",
                    () -> cluster.journal(NODE, "decision").toString().contains("would={"));

            String job = cluster.slurm.submitSleep(NODE, 1);
            awaitState(job, "COMPLETED");
            assertThat(cluster.slurm.jobNodes(job)).isEqualTo(NODE);
            assertThat(isDrained(NODE)).isFalse();
        } finally {
            cluster.configure("mode: act");
        }
    }
}
