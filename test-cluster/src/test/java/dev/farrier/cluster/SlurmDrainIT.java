package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.action.Reason;
import dev.farrier.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
    private static final String FARRIER = "/opt/farrier/bin/farrier";
    private static final String HEALTHCHECK = "/opt/farrier/libexec/slurm-healthcheck";
    private static final Duration PASS_HOLD = Duration.ofSeconds(12);

    private static SlurmCluster cluster = uninitialized();

    @SuppressWarnings("NullAway") // set before any test
    private static SlurmCluster uninitialized() {
        return null;
    }

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
        cluster.installFarrier();
        configure("act");
        cluster.setHealthCheck(HEALTHCHECK, Duration.ofSeconds(3), "ANY");
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    private static void configure(String mode) {
        String text =
                """
                interval: 10s
                scheduler: {kind: slurm}
                policy:
                  {mode: %s, failCount: 2, passCount: 3, passHold: %ds, bootGrace: 0s, spread: 1s}
                checks:
                  memory.size: {expected: 1MiB, tolerance: 0%%}
                  root: {check: disk.space, path: /, minimumFree: 1MiB}
                  gpu.driver: {}
                  gpu.count: {expected: 8}
                  gpu.lost: {}
                  gpu.ecc: {}
                  gpu.row-remap: {}
                  site: {check: command, command: [/usr/local/bin/site-check], severity: fatal}
                """
                        .formatted(mode, PASS_HOLD.toSeconds());
        for (String node : SlurmCluster.NODES) {
            cluster.writeFile(node, "/etc/farrier/farrier.yaml", text);
            siteCheck(node, 0, "fine");
        }
    }

    /**
     * A check of the site that passes or fails: a fault that may go away by itself, so two looks
     * are needed.
     */
    private static void siteCheck(String node, int exitCode, String message) {
        cluster.writeFile(
                node,
                "/usr/local/bin/site-check",
                "#!/bin/sh\necho '" + message + "'\nexit " + exitCode + "\n",
                0755);
    }

    @BeforeEach
    void resetNodes() {
        for (String node : SlurmCluster.NODES) {
            cluster.setScenario(node, "");
            siteCheck(node, 0, "fine");
        }
        cluster.awaitThat("all nodes are back in service", this::everythingIsBack);
    }

    private boolean everythingIsBack() {
        boolean back = true;
        for (String node : SlurmCluster.NODES) {
            if (cluster.nodeState(node).isDrained()) {
                cluster.exec(
                        SlurmCluster.CONTROLLER,
                        "scontrol",
                        "update",
                        "NodeName=" + node,
                        "State=UNDRAIN");
                back = false;
            } else {
                back &= cluster.nodeState(node).responds() && hasLookedSince(node, "healthy");
            }
        }
        return back;
    }

    private static boolean hasLookedSince(String node, String health) {
        List<Map<String, Object>> looks = journal(node, "look");
        if (looks.isEmpty()) {
            return false;
        }
        Map<?, ?> last = (Map<?, ?>) looks.get(looks.size() - 1).get("verdict");
        return last != null && health.equals(last.get("health"));
    }

    private static List<Map<String, Object>> journal(String node, String event) {
        ExecResult read = cluster.exec(node, "cat", "/var/log/farrier/journal.jsonl");
        List<Map<String, Object>> events = new ArrayList<>();
        for (String line : read.stdout().lines().toList()) {
            if (line.contains("\"event\":\"" + event + "\"") && line.endsWith("}")) {
                events.add(Json.object(line));
            }
        }
        return events;
    }

    private static boolean isDrainedByUs(String node, String code) {
        ShownNode state = cluster.nodeState(node);
        return state.isDrained()
                && state.reason().filter(text -> Reason.codes(text).contains(code)).isPresent();
    }

    private static void drainAsAdmin(String node, String reason) {
        cluster.exec(
                        SlurmCluster.CONTROLLER,
                        "scontrol",
                        "update",
                        "NodeName=" + node,
                        "State=DRAIN",
                        "Reason=" + reason)
                .stdoutOrThrow();
    }

    private static int looks(String node) {
        return journal(node, "look").size();
    }

    /** Looks, periodically as ever, but without waiting for slurmd to ask. */
    private static void awaitLooks(String node, int more) {
        int before = looks(node);
        cluster.awaitThat(
                more + " more looks at " + node,
                () -> {
                    refresh(node);
                    return looks(node) >= before + more;
                });
    }

    /** A look that is due at once. */
    private static void refresh(String node) {
        cluster.exec(node, "rm", "-f", "/run/farrier/verdict");
        cluster.exec(node, FARRIER, "refresh", "--trigger", "periodic", "--node", node)
                .stdoutOrThrow();
    }

    @Test
    void drainsANodeThatLostAGpuAndNamesTheFault() {
        cluster.setScenario(NODE, "lost=3\n");

        cluster.awaitThat("drained for the lost GPU", () -> isDrainedByUs(NODE, "gpu.lost"));

        assertThat(reason(NODE)).startsWith("farrier:").contains("gpu.lost");
        assertThat(cluster.nodeState("node01").isDrained()).isFalse();
        ExecResult why = cluster.exec(NODE, FARRIER, "why", NODE);
        assertThat(why.stdoutOrThrow()).contains("was drained at", "gpu.lost", "evidence");
    }

    @Test
    void returnsTheHealedNodeButNotBeforeItHasHeld() {
        siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitThat("drained", () -> isDrainedByUs(NODE, "command.failed"));

        siteCheck(NODE, 0, "fine");
        cluster.awaitThat("returned", () -> !cluster.nodeState(NODE).isDrained());

        cluster.awaitThat(
                "the resume is in the journal",
                () ->
                        journal(NODE, "result").stream()
                                .anyMatch(e -> "resume".equals(e.get("action"))));
        List<Map<String, Object>> intents = journal(NODE, "intent");
        Instant resumed = Instant.parse((String) intents.get(intents.size() - 1).get("at"));
        Instant lastFailure =
                journal(NODE, "look").stream()
                        .filter(look -> look.toString().contains("command.failed"))
                        .map(look -> Instant.parse((String) look.get("at")))
                        .max(Instant::compareTo)
                        .orElseThrow();
        assertThat(Duration.between(lastFailure, resumed)).isGreaterThanOrEqualTo(PASS_HOLD);
    }

    @Test
    void waitsForASecondFailingLookBeforeItDrains() {
        Instant siteCheckFailsSince = Instant.now();
        siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitThat("drained", () -> isDrainedByUs(NODE, "command.failed"));

        List<Map<String, Object>> looks = journal(NODE, "look");
        List<Map<String, Object>> intents = journal(NODE, "intent");
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
        drainAsAdmin(NODE, "admin: broken fan, ticket 17");
        String before = reasonUserAndTime(NODE);

        cluster.setScenario(NODE, "lost=3\n");
        cluster.awaitThat("Farrier saw the fault", () -> hasLookedSince(NODE, "unhealthy"));
        awaitLooks(NODE, 3);
        cluster.setScenario(NODE, "");
        cluster.awaitThat("Farrier saw it gone", () -> hasLookedSince(NODE, "healthy"));
        awaitLooks(NODE, 4);

        assertThat(reasonUserAndTime(NODE)).isEqualTo(before);
        assertThat(cluster.nodeState(NODE).isDrained()).isTrue();
    }

    private static String reason(String node) {
        return cluster.nodeState(node).reason().orElse("");
    }

    private static String reasonUserAndTime(String node) {
        ShownNode state = cluster.nodeState(node);
        return state.reason() + " by " + state.reasonBy() + " at " + state.reasonAt();
    }

    @Test
    void leavesADrainWhoseReasonAnAdminEdited() {
        siteCheck(NODE, 2, "cooling loop has no pressure");
        cluster.awaitThat("drained", () -> isDrainedByUs(NODE, "command.failed"));
        String edited = reason(NODE) + " keep, part ordered";
        cluster.exec(
                        SlurmCluster.CONTROLLER,
                        "scontrol",
                        "update",
                        "NodeName=" + NODE,
                        "Reason=" + edited)
                .stdoutOrThrow();

        siteCheck(NODE, 0, "fine");
        cluster.awaitThat("Farrier saw it gone", () -> hasLookedSince(NODE, "healthy"));
        awaitLooks(NODE, 5);

        assertThat(reason(NODE)).isEqualTo(edited);
        assertThat(cluster.nodeState(NODE).isDrained()).isTrue();
    }

    @Test
    void letsARunningJobEndNormallyOnANodeThatItDrains() {
        String job = cluster.submitSleep(NODE, 20);
        cluster.awaitThat("the job runs", () -> cluster.jobState(job).equals("RUNNING"));

        cluster.setScenario(NODE, "lost=3\n");
        cluster.awaitThat("draining", () -> isDrainedByUs(NODE, "gpu.lost"));
        assertThat(cluster.jobState(job)).isEqualTo("RUNNING");
        assertThat(cluster.nodeState(NODE).base()).isIn("MIXED", "ALLOCATED");

        cluster.awaitThat("the job ends", () -> !cluster.jobState(job).equals("RUNNING"));
        assertThat(cluster.jobState(job)).isIn("COMPLETING", "COMPLETED");
        cluster.awaitThat("drained", () -> cluster.nodeState(NODE).base().equals("IDLE"));
        assertThat(cluster.nodeState(NODE).isDrained()).isTrue();
    }

    @Test
    void touchesNothingInModeObserve() {
        configure("observe");
        try {
            cluster.setScenario(NODE, "lost=3\n");
            cluster.awaitThat("Farrier saw the fault", () -> hasLookedSince(NODE, "unhealthy"));
            awaitLooks(NODE, 3);

            assertThat(cluster.nodeState(NODE).isDrained()).isFalse();
            List<Map<String, Object>> decisions = journal(NODE, "decision");
            assertThat(decisions.get(decisions.size() - 1).get("would"))
                    .asString()
                    .contains("drain", "gpu.lost");
        } finally {
            configure("act");
        }
    }

    @Test
    void hangsNowhereWithoutTheControllerAndActsWhenItIsBack() {
        cluster.stopSlurmctld();
        try {
            cluster.setScenario(NODE, "lost=3\n");
            // The controller asks for health checks, so without it none is due: start one as slurmd
            // would.
            cluster.awaitThat(
                    "a refresh found the controller away",
                    () -> {
                        ExecResult hook =
                                cluster.exec(
                                        NODE, "env", "-i", "SLURMD_NODENAME=" + NODE, HEALTHCHECK);
                        assertThat(hook.exitCode()).isZero();
                        return journal(NODE, "decision").stream()
                                .anyMatch(e -> e.toString().contains("did not answer"));
                    });
        } finally {
            cluster.startSlurmctld();
        }

        // A new slurmctld asks for the first health check only after a minute.
        cluster.awaitThat(
                "drained",
                () -> {
                    refresh(NODE);
                    return isDrainedByUs(NODE, "gpu.lost");
                });
    }

    @Test
    void refusesToResumeWhatAnAdminDrainedUnlessForced() {
        drainAsAdmin(NODE, "admin: broken fan");
        ExecResult refused = cluster.exec(NODE, FARRIER, "resume", NODE);
        assertThat(refused.exitCode()).isEqualTo(77);
        assertThat(refused.stdout()).contains("admin");
        assertThat(cluster.nodeState(NODE).isDrained()).isTrue();

        assertThat(cluster.exec(NODE, FARRIER, "resume", "--force", NODE).exitCode()).isZero();
        cluster.awaitThat("resumed", () -> !cluster.nodeState(NODE).isDrained());
    }

    @Test
    void replacesAnAdminsReasonOnlyWhenForced() {
        drainAsAdmin(NODE, "admin: broken fan");
        String[] drain = {FARRIER, "drain", NODE, "--reason", "new fan on Monday"};
        String before = reasonUserAndTime(NODE);

        assertThat(cluster.exec(NODE, drain).exitCode()).isEqualTo(77);
        assertThat(reasonUserAndTime(NODE)).isEqualTo(before);

        String[] forced = {FARRIER, "drain", "--force", NODE, "--reason", "new fan on Monday"};
        assertThat(cluster.exec(NODE, forced).exitCode()).isZero();
        assertThat(reason(NODE)).endsWith("manual new fan on Monday");
    }

    @Test
    void neverTakesBackAPersonsDrainByItself() {
        cluster.exec(NODE, FARRIER, "drain", NODE, "--reason", "new fan on Monday").stdoutOrThrow();
        String before = reasonUserAndTime(NODE);

        cluster.setScenario(NODE, "lost=3\n");
        cluster.awaitThat("Farrier saw the fault", () -> hasLookedSince(NODE, "unhealthy"));
        cluster.setScenario(NODE, "");
        cluster.awaitThat("Farrier saw it gone", () -> hasLookedSince(NODE, "healthy"));
        awaitLooks(NODE, 5);

        assertThat(reasonUserAndTime(NODE)).isEqualTo(before);
        cluster.exec(NODE, FARRIER, "resume", NODE).stdoutOrThrow();
        cluster.awaitThat("resumed", () -> !cluster.nodeState(NODE).isDrained());
    }
}
