package dev.farrier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a node when Slurm does not answer, when Farrier is killed at any step of its run,
 * and when nothing more can be written. Nobody looks here but the test.
 */
class SlurmFailureIT {
    private static final String NODE = "node02";
    private static final String JOB_MAY_END = "/tmp/job-may-end";
    private static final String MAY_LOOK = "/tmp/may-look";
    private static final String SITE_CHECK = SlurmCluster.SITE_CHECK;

    /** SlurmdTimeout of the cluster, and some more. */
    private static final Duration LONG_ABSENCE = Duration.ofSeconds(35);

    private static FarrierCluster cluster = uninitialized();
    private static WrappedSlurm wrapped = uninitialized();

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // set before any test
    private static <T> T uninitialized() {
        return null;
    }

    @BeforeAll
    static void startCluster() {
        cluster = FarrierCluster.start();
        cluster.slurm.configureHooks();
        wrapped = WrappedSlurm.on(cluster.slurm, NODE);
        cluster.slurm.writeFile(
                NODE,
                "/etc/farrier/farrier.yaml",
                """
                interval: 10m
                scheduler: {kind: slurm, scontrol: %s}
                policy:
                  {mode: act, failCount: 1, passCount: 1, passHold: 1s, bootGrace: 0s, spread: 0s}
                checks:
                  gpu.lost: {}
                  site: {check: command, command: [%s], severity: fatal, timeout: 50s}
                """
                        .formatted(WrappedSlurm.SCONTROL, SITE_CHECK));
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void resetNode() {
        exec("sh", "-c", "! pidof java || { kill -9 $(pidof java); sleep 0.2; }");
        exec(
                "sh",
                "-c",
                "rm -rf /dev/shm/* /run/farrier /var/lib/farrier /var/log/farrier " + JOB_MAY_END);
        cluster.slurm.setScenario(NODE, "");
        cluster.siteCheck(NODE, 0, "fine");
        wrapped.behave();
        cluster.slurm.awaitThat(
                NODE + " is in service",
                () -> {
                    ShownNode state = cluster.slurm.nodeState(NODE);
                    if (state.isDrained()) {
                        cluster.update("NodeName=" + NODE, "State=UNDRAIN");
                    }
                    return !state.isDrained() && state.responds();
                });
    }

    @Test
    void actsOnNothingThatItFoundWhenItIsPausedWhileItLooks() {
        loseAGpu();
        startLookingAndWait();
        exec(FarrierCluster.FARRIER, "pause", "--for", "1h", "--why", "switch");

        exec("touch", MAY_LOOK);
        cluster.slurm.awaitThat("it has ended", () -> !cluster.verdict(NODE).isEmpty());
        assertThat(isDrained()).isFalse();
        assertThat(cluster.journal(NODE, "decision").toString()).contains("not acting this time");

        exec(FarrierCluster.FARRIER, "pause", "--off");
        cluster.refresh(NODE);
        assertDrainedByUs();
    }

    private static String exec(String... argv) {
        return cluster.slurm.exec(NODE, argv).stdoutOrThrow();
    }

    private static void loseAGpu() {
        cluster.slurm.setScenario(NODE, "lost=3\n");
    }

    private static void heal() {
        cluster.slurm.setScenario(NODE, "");
    }

    private static boolean isDrained() {
        return cluster.slurm.nodeState(NODE).isDrained();
    }

    private static void assertDrainedByUs() {
        assertThat(cluster.isDrainedByUs(NODE, "gpu.lost")).as(cluster.tell(NODE)).isTrue();
        assertThat(cluster.verdict(NODE)).contains(" UNHEALTHY 1 ");
    }

    /** Heals the node; its drain was ours, so it comes back. */
    private static void assertReturnsWhenHealed() {
        heal();
        cluster.awaitWithLooks(NODE, "returned", () -> !isDrained());
        assertThat(ledger()).allMatch(drain -> "ours".equals(drain.get("endedBy")));
    }

    /** The drains that the node remembers, oldest first. */
    private static List<Map<?, ?>> ledger() {
        Object drains =
                Json.object(cluster.read(NODE, "/var/lib/farrier/ledger.json")).get("drains");
        List<Map<?, ?>> all = new ArrayList<>();
        if (drains instanceof List<?> list) {
            list.forEach(drain -> all.add((Map<?, ?>) drain));
        }
        return all;
    }

    private static void assertOneDrainIsOpen() {
        assertThat(ledger()).hasSize(1);
        assertThat(ledger().get(0).get("endedAt")).isNull();
        assertThat(ledger().get(0).get("readBack")).isEqualTo(true);
    }

    @Test
    void aScontrolThatHangsHoldsNoRefreshUpAndDrainsNobody() {
        loseAGpu();
        wrapped.before("show", WrappedSlurm.HANG);
        cluster.refresh(NODE);

        assertThat(isDrained()).isFalse();
        assertThat(cluster.verdict(NODE)).contains(" UNHEALTHY 0 ");
        assertThat(cluster.journal(NODE, "decision").toString()).contains("did not answer");

        wrapped.behave();
        cluster.refresh(NODE);
        assertDrainedByUs();
    }

    @Test
    void aDrainThatHangsAndNeverLandsIsWrittenAgain() {
        loseAGpu();
        wrapped.before("update", WrappedSlurm.HANG);
        cluster.refresh(NODE);

        assertThat(isDrained()).isFalse();
        assertThat(cluster.verdict(NODE)).contains(" UNHEALTHY 0 ");

        wrapped.behave();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertOneDrainIsOpen();
        assertReturnsWhenHealed();
    }

    /** The wrapper hangs until it is killed, and something that outlives it has the drain yet. */
    private static void letTheNextDrainLandLate() {
        wrapped.before(
                "update",
                """
                rm /opt/wrapped/said/before-update
                setsid -f sh -c 'until [ -e /opt/wrapped/said/deliver ]; do sleep 0.1; done
                    /usr/bin/scontrol "$@"; touch /opt/wrapped/said/delivered' \
                    sh "$@" </dev/null >/dev/null 2>&1
                """
                        + WrappedSlurm.HANG);
    }

    private static void deliver() {
        exec("touch", "/opt/wrapped/said/deliver");
        cluster.slurm.awaitThat(
                "the late drain has landed",
                () ->
                        cluster.slurm
                                        .exec(NODE, "test", "-e", "/opt/wrapped/said/delivered")
                                        .exitCode()
                                == 0);
        assertThat(isDrained()).isTrue();
    }

    @Test
    void aDrainThatLandsLateIsKnownAsOursAndTakenBackWhenHealed() {
        loseAGpu();
        letTheNextDrainLandLate();
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();

        deliver();
        cluster.refresh(NODE);

        assertDrainedByUs();
        assertOneDrainIsOpen();
        assertReturnsWhenHealed();
    }

    @Test
    void aDrainThatLandsAfterTheFaultIsGoneIsTakenBack() {
        loseAGpu();
        letTheNextDrainLandLate();
        cluster.refresh(NODE);
        heal();
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();

        deliver();

        assertReturnsWhenHealed();
    }

    @Test
    void aDrainThatLandsOverALaterOneOfOursIsTakenBackToo() {
        loseAGpu();
        letTheNextDrainLandLate();
        cluster.refresh(NODE);
        heal();
        cluster.siteCheck(NODE, 2, "no pressure");
        cluster.refresh(NODE);
        assertThat(cluster.isDrainedByUs(NODE, "command.failed")).isTrue();

        deliver();
        assertThat(cluster.reason(NODE)).contains("gpu.lost");
        cluster.refresh(NODE);
        cluster.siteCheck(NODE, 0, "fine");

        cluster.awaitWithLooks(NODE, "returned", () -> !isDrained());
    }

    @Test
    void aLongAbsenceOfTheControllerHarmsNothingAndTheDrainComesWhenItIsBack() {
        String job =
                cluster.slurm.submit(
                        "until [ -e " + JOB_MAY_END + " ]; do sleep 0.5; done",
                        "--nodelist=" + NODE);
        cluster.slurm.awaitThat("it runs", () -> cluster.slurm.jobState(job).equals("RUNNING"));
        cluster.slurm.stopSlurmctld();
        try {
            loseAGpu();
            Instant back = Instant.now().plus(LONG_ABSENCE);
            cluster.awaitWithLooks(
                    NODE, "the controller was away for long", () -> Instant.now().isAfter(back));
            assertThat(cluster.journal(NODE, "decision"))
                    .isNotEmpty()
                    .allMatch(decision -> decision.toString().contains("did not answer"));
            assertThat(cluster.verdict(NODE)).contains(" UNHEALTHY 0 ");
        } finally {
            cluster.slurm.startSlurmctld();
        }

        assertThat(cluster.slurm.jobState(job)).isEqualTo("RUNNING");
        assertThat(cluster.slurm.nodeState(NODE).base()).isIn("MIXED", "ALLOCATED");
        cluster.awaitWithLooks(NODE, "drained", () -> cluster.isDrainedByUs(NODE, "gpu.lost"));
        assertThat(cluster.slurm.jobState(job)).isEqualTo("RUNNING");
        exec("touch", JOB_MAY_END);
        cluster.slurm.awaitThat(
                "the job ends", () -> cluster.slurm.jobState(job).equals("COMPLETED"));
        assertReturnsWhenHealed();
    }

    @Test
    void whoComesWhileAnotherLooksDoesNothing() {
        loseAGpu();
        startLookingAndWait();

        for (String trigger : List.of("periodic", "prolog", "epilog", "manual")) {
            exec(FarrierCluster.FARRIER, "refresh", "--trigger", trigger, "--node", NODE);
        }
        assertThat(cluster.journal(NODE, "look")).isEmpty();

        exec("touch", MAY_LOOK);
        cluster.slurm.awaitThat("it has drained", () -> !cluster.verdict(NODE).isEmpty());
        assertDrainedByUs();
        assertThat(cluster.journal(NODE, "look")).hasSize(1);
        assertThat(cluster.journal(NODE, "intent")).hasSize(1);
    }

    /** A refresh that looks until {@code MAY_LOOK} is there. */
    private static void startLookingAndWait() {
        cluster.slurm.writeFile(
                NODE,
                SITE_CHECK,
                "#!/bin/sh\n: >/tmp/looking\nuntil [ -e "
                        + MAY_LOOK
                        + " ]; do sleep 0.1; done\necho fine\n",
                0755);
        exec("rm", "-f", "/tmp/looking", MAY_LOOK);
        exec(
                "setsid",
                "-f",
                "sh",
                "-c",
                FarrierCluster.FARRIER
                        + " refresh --trigger periodic --node "
                        + NODE
                        + " </dev/null >/dev/null 2>&1");
        cluster.slurm.awaitThat(
                "one looks",
                () -> cluster.slurm.exec(NODE, "test", "-e", "/tmp/looking").exitCode() == 0);
    }

    @Test
    void ofManyThatAreStartedAtOnceOneLooks() {
        loseAGpu();

        exec(
                "sh",
                "-c",
                "for i in 1 2 3 4 5 6 7 8; do "
                        + (FarrierCluster.FARRIER + " refresh --trigger periodic --node " + NODE)
                        + " & done; wait");

        assertThat(cluster.journal(NODE, "look")).hasSize(1);
        assertThat(cluster.journal(NODE, "intent")).hasSize(1);
        assertDrainedByUs();
    }

    @Test
    void aRefreshThatIsKilledWhileItLooksHarmsNothing() {
        loseAGpu();
        cluster.slurm.writeFile(NODE, SITE_CHECK, "#!/bin/sh\n" + WrappedSlurm.KILL, 0755);
        cluster.refresh(NODE);

        assertThat(wrapped.calls()).isEmpty();
        assertThat(cluster.verdict(NODE)).isEmpty();
        assertThat(isDrained()).isFalse();

        cluster.siteCheck(NODE, 0, "fine");
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertOneDrainIsOpen();
        assertReturnsWhenHealed();
    }

    /**
     * The calls of a run that drains: 1 asks for the node, 2 counts; the intent is written down; 3
     * asks once more, 4 drains, 5 reads back, 6 counts again; then the verdict is published.
     */
    @ParameterizedTest(name = "{0} call {1}")
    @CsvSource({"before,1", "after,2", "before,3", "before,4", "after,4", "after,5", "after,6"})
    void aRefreshThatIsKilledWhileItDrainsEndsInOneDrainThatIsTakenBack(String when, int call) {
        loseAGpu();
        if (when.equals("before")) {
            wrapped.before("" + call, WrappedSlurm.KILL + "exit 1\n");
        } else {
            wrapped.after("" + call, WrappedSlurm.KILL);
        }
        cluster.refresh(NODE);

        assertThat(wrapped.calls()).as("killed at this call").hasSize(call);
        assertThat(cluster.verdict(NODE)).isEmpty();
        assertThat(isDrained()).isEqualTo(call > 4 || call == 4 && when.equals("after"));

        wrapped.behave();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertOneDrainIsOpen();
        assertReturnsWhenHealed();
    }

    @ParameterizedTest(name = "{0} the undrain")
    @ValueSource(strings = {"before", "after"})
    void aRefreshThatIsKilledWhileItTakesBackIsNotTakenForAnAdministrator(String when) {
        loseAGpu();
        cluster.refresh(NODE);
        assertDrainedByUs();
        heal();
        String kill = "touch /opt/wrapped/said/killed\n" + WrappedSlurm.KILL;
        if (when.equals("before")) {
            wrapped.before("update", kill + "exit 1\n");
        } else {
            wrapped.after("update", kill);
        }
        cluster.awaitWithLooks(
                NODE,
                "killed",
                () ->
                        cluster.slurm
                                        .exec(NODE, "test", "-e", "/opt/wrapped/said/killed")
                                        .exitCode()
                                == 0);
        assertThat(isDrained()).isEqualTo(when.equals("before"));
        wrapped.behave();
        cluster.awaitWithLooks(NODE, "returned", () -> !isDrained());

        loseAGpu();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertThat(ledger()).noneMatch(drain -> "admin".equals(drain.get("endedBy")));
    }

    /** The folder lies on a small file system of its own, in which nothing is free any more. */
    private static void fill(String folder) {
        exec(
                "sh",
                "-c",
                "rm -rf $1 && mkdir -p -m 755 /dev/shm$1 && ln -s /dev/shm$1 $1"
                        + " && ! cat /dev/zero >/dev/shm/fill 2>/dev/null",
                "sh",
                folder);
    }

    private static void free() {
        exec("rm", "-f", "/dev/shm/fill");
    }

    private static void submitAndAwaitEnd() {
        String job = cluster.slurm.submitSleep(NODE, 1);
        cluster.slurm.awaitThat(
                "the job ends", () -> cluster.slurm.jobState(job).equals("COMPLETED"));
    }

    @Test
    void drainsAndReturnsWhenTheStateCannotBeWrittenAndSaysSo() {
        fill("/var/lib/farrier");
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();

        loseAGpu();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertThat(cluster.journal(NODE, "report").toString()).contains("cannot be written");

        heal();
        cluster.awaitWithLooks(NODE, "returned", () -> !isDrained());
    }

    @Test
    void drainsAndReturnsWhenTheJournalCannotBeWritten() {
        fill("/var/log/farrier");
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();

        loseAGpu();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertThat(doctor()).contains("/var/log/farrier has less than");
        free();
        assertReturnsWhenHealed();
    }

    @Test
    void looksAtNothingWhenItsFilesOfThisBootCannotBeWrittenAndSaysSo() {
        fill("/run/farrier");
        loseAGpu();
        cluster.refresh(NODE);

        assertThat(isDrained()).isFalse();
        assertThat(cluster.verdict(NODE)).isEmpty();
        assertThat(cluster.read(NODE, "/var/log/farrier/farrier.log"))
                .contains("no refresh could be begun", "No space left");
        assertThat(doctor()).contains("/run/farrier has less than");
        submitAndAwaitEnd();

        free();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertReturnsWhenHealed();
    }

    private static String doctor() {
        return exec(FarrierCluster.FARRIER, "doctor");
    }

    @Test
    void drainsNobodyWhenNothingCanBeWrittenAndGoesOnAfterwards() {
        fill("/var/lib/farrier");
        fill("/var/log/farrier");
        fill("/run/farrier");
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();
        loseAGpu();
        cluster.refresh(NODE);
        assertThat(isDrained()).isFalse();
        assertThat(doctor()).contains("/run/farrier has less than");
        submitAndAwaitEnd();

        free();
        cluster.refresh(NODE);
        assertDrainedByUs();
        assertReturnsWhenHealed();
    }
}
