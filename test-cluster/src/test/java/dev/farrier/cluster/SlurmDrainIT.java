package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Farrier as HealthCheckProgram of a real Slurm: what it drains, what it returns, and what it
 * leaves alone.
 */
class SlurmDrainIT {
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
        cluster.reset();
    }

    @Test
    void drainsANodeThatLostAGpuAndNamesTheFault() {
        cluster.slurm.setScenario(NODE, "lost=3\n");

        cluster.slurm.awaitThat(
                "drained for the lost GPU", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));

        assertThat(cluster.reason(NODE)).startsWith("farrier:").contains("gpu.lost");
        assertThat(cluster.slurm.nodeState("node01").isDrained()).isFalse();
        ExecResult why = cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "why", NODE);
        assertThat(why.stdoutOrThrow()).contains("was drained at", "gpu.lost", "evidence");
    }

    @Test
    void returnsTheHealedNodeButNotBeforeItHasHeld() {
        cluster.siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitWithLooks(
                NODE, "drained", () -> cluster.isDrainedByUs(NODE, "command.failed"));

        cluster.siteCheck(NODE, 0, "fine");
        cluster.slurm.awaitThat("returned", () -> !cluster.slurm.nodeState(NODE).isDrained());

        cluster.slurm.awaitThat(
                "the resume is in the journal",
                () ->
                        cluster.journal(NODE, "result").stream()
                                .anyMatch(e -> "resume".equals(e.get("action"))));
        List<Map<String, Object>> intents = cluster.journal(NODE, "intent");
        Instant resumed = Instant.parse((String) intents.get(intents.size() - 1).get("at"));
        Instant lastFailure =
                cluster.journal(NODE, "look").stream()
                        .filter(look -> look.toString().contains("command.failed"))
                        .map(look -> Instant.parse((String) look.get("at")))
                        .max(Instant::compareTo)
                        .orElseThrow();
        assertThat(Duration.between(lastFailure, resumed))
                .isGreaterThanOrEqualTo(FarrierCluster.PASS_HOLD);
    }

    @Test
    void waitsForASecondFailingLookBeforeItDrains() {
        Instant siteCheckFailsSince = Instant.now();
        cluster.siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitWithLooks(
                NODE, "drained", () -> cluster.isDrainedByUs(NODE, "command.failed"));

        List<Map<String, Object>> looks = cluster.journal(NODE, "look");
        List<Map<String, Object>> intents = cluster.journal(NODE, "intent");
        Instant drained = Instant.parse((String) intents.get(intents.size() - 1).get("at"));
        long failing =
                looks.stream()
                        .filter(look -> look.toString().contains("command.failed"))
                        .map(look -> Instant.parse((String) look.get("at")))
                        .filter(at -> at.isAfter(siteCheckFailsSince) && !at.isAfter(drained))
                        .count();
        assertThat(failing).isGreaterThanOrEqualTo(2);
    }

    @Test
    void leavesAnAdminsDrainAloneWhenOurFaultComesAndGoes() {
        cluster.update(
                "NodeName=" + NODE, "State=DRAIN", "Reason=" + "admin: broken fan, ticket 17");
        String before = cluster.reasonUserAndTime(NODE);

        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(
                NODE, "Farrier saw the fault", () -> cluster.lastLookWas(NODE, "unhealthy"));
        cluster.awaitLooks(NODE, 3);
        cluster.slurm.setScenario(NODE, "");
        cluster.awaitWithLooks(
                NODE, "Farrier saw it gone", () -> cluster.lastLookWas(NODE, "healthy"));
        cluster.awaitLooks(NODE, 4);

        assertThat(cluster.reasonUserAndTime(NODE)).isEqualTo(before);
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isTrue();
    }

    @Test
    void leavesADrainWhoseReasonAnAdminEdited() {
        cluster.siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitWithLooks(
                NODE, "drained", () -> cluster.isDrainedByUs(NODE, "command.failed"));
        String edited = cluster.reason(NODE) + " keep, part ordered";
        cluster.slurm
                .exec(
                        SlurmCluster.CONTROLLER,
                        "scontrol",
                        "update",
                        "NodeName=" + NODE,
                        "Reason=" + edited)
                .stdoutOrThrow();

        cluster.siteCheck(NODE, 0, "fine");
        cluster.awaitWithLooks(
                NODE, "Farrier saw it gone", () -> cluster.lastLookWas(NODE, "healthy"));
        cluster.awaitLooks(NODE, 5);

        assertThat(cluster.reason(NODE)).isEqualTo(edited);
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isTrue();
    }

    @Test
    void letsARunningJobEndNormallyOnANodeThatItDrains() {
        String job = cluster.slurm.submitSleep(NODE, 20);
        cluster.slurm.awaitThat(
                "the job runs", () -> cluster.slurm.jobState(job).equals("RUNNING"));

        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(NODE, "draining", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
        assertThat(cluster.slurm.jobState(job)).isEqualTo("RUNNING");
        assertThat(cluster.slurm.nodeState(NODE).base()).isIn("MIXED", "ALLOCATED");

        cluster.slurm.awaitThat(
                "the job ends", () -> !cluster.slurm.jobState(job).equals("RUNNING"));
        assertThat(cluster.slurm.jobState(job)).isIn("COMPLETING", "COMPLETED");
        cluster.awaitWithLooks(
                NODE, "drained", () -> cluster.slurm.nodeState(NODE).base().equals("IDLE"));
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isTrue();
    }

    @Test
    void touchesNothingInModeObserve() {
        cluster.configure("mode: observe");
        try {
            cluster.slurm.setScenario(NODE, "lost=3\n");
            cluster.awaitWithLooks(
                    NODE, "Farrier saw the fault", () -> cluster.lastLookWas(NODE, "unhealthy"));
            cluster.awaitLooks(NODE, 3);

            assertThat(cluster.slurm.nodeState(NODE).isDrained()).isFalse();
            List<Map<String, Object>> decisions = cluster.journal(NODE, "decision");
            assertThat(decisions.get(decisions.size() - 1).get("would"))
                    .asString()
                    .contains("drain", "gpu.lost");
        } finally {
            cluster.configure("mode: act");
        }
    }

    @Test
    void refusesToResumeWhatAnAdminDrainedUnlessForced() {
        cluster.update("NodeName=" + NODE, "State=DRAIN", "Reason=" + "admin: broken fan");
        ExecResult refused = cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "resume", NODE);
        assertThat(refused.exitCode()).isEqualTo(77);
        assertThat(refused.stdout()).contains("admin");
        assertThat(cluster.slurm.nodeState(NODE).isDrained()).isTrue();

        assertThat(
                        cluster.slurm
                                .exec(NODE, FarrierCluster.FARRIER, "resume", "--force", NODE)
                                .exitCode())
                .isZero();
        cluster.slurm.awaitThat("resumed", () -> !cluster.slurm.nodeState(NODE).isDrained());
    }

    @Test
    void replacesAnAdminsReasonOnlyWhenForced() {
        cluster.update("NodeName=" + NODE, "State=DRAIN", "Reason=" + "admin: broken fan");
        String[] drain = {FarrierCluster.FARRIER, "drain", NODE, "--reason", "new fan on Monday"};
        String before = cluster.reasonUserAndTime(NODE);

        assertThat(cluster.slurm.exec(NODE, drain).exitCode()).isEqualTo(77);
        assertThat(cluster.reasonUserAndTime(NODE)).isEqualTo(before);

        String[] forced = {
            FarrierCluster.FARRIER, "drain", "--force", NODE, "--reason", "new fan on Monday"
        };
        assertThat(cluster.slurm.exec(NODE, forced).exitCode()).isZero();
        assertThat(cluster.reason(NODE)).endsWith("manual new fan on Monday");
    }

    @Test
    void neverTakesBackAPersonsDrainByItself() {
        cluster.slurm
                .exec(NODE, FarrierCluster.FARRIER, "drain", NODE, "--reason", "new fan on Monday")
                .stdoutOrThrow();
        String before = cluster.reasonUserAndTime(NODE);

        cluster.slurm.setScenario(NODE, "lost=3\n");
        cluster.awaitWithLooks(
                NODE, "Farrier saw the fault", () -> cluster.lastLookWas(NODE, "unhealthy"));
        cluster.slurm.setScenario(NODE, "");
        cluster.awaitWithLooks(
                NODE, "Farrier saw it gone", () -> cluster.lastLookWas(NODE, "healthy"));
        cluster.awaitLooks(NODE, 5);

        assertThat(cluster.reasonUserAndTime(NODE)).isEqualTo(before);
        cluster.slurm.exec(NODE, FarrierCluster.FARRIER, "resume", NODE).stdoutOrThrow();
        cluster.slurm.awaitThat("resumed", () -> !cluster.slurm.nodeState(NODE).isDrained());
    }
}
