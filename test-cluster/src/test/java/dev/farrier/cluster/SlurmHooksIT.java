package dev.farrier.cluster;

import static dev.farrier.cluster.SlurmCluster.CONTROLLER;
import static dev.farrier.cluster.SlurmCluster.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Farrier's hooks as a real Slurm calls them: what they start outlives them and holds nothing up,
 * and no job fails for a reason of ours.
 */
class SlurmHooksIT {
    private static final String NODE = "node02";
    private static final String FARRIER = "/opt/farrier/bin/farrier";
    private static final String LIBEXEC = "/opt/farrier/libexec/";
    private static final String PROLOG = "Prolog=" + LIBEXEC + "slurm-prolog";
    private static final String EPILOG = "Epilog=" + LIBEXEC + "slurm-epilog";
    private static final String VERDICT = "/run/farrier/verdict";
    private static final String HOOK_NOTES = "/run/farrier/hooks";
    private static final String JOB_MAY_END = "/tmp/job-may-end";

    private static final Path INSTALL_SCRIPT =
            Path.of("..", "healthcheck-scripts", "src", "main", "dist", "install.sh");

    /** Who was there when: a file of the node that the check and the jobs append to. */
    private static final String ORDER = "/var/log/order";

    private static SlurmCluster cluster = uninitialized();
    private static PrologGate gate = uninitialized();

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // set before any test
    private static <T> T uninitialized() {
        return null;
    }

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
        cluster.installFarrier();
        for (String node : NODES) {
            exec(node, "mkdir", "-m", "755", "/run/farrier"); // as tmpfiles.d does at boot
        }
        gate = PrologGate.on(cluster);
    }

    /** The long interval: a verdict lasts longer than any test. */
    private static void configure(String mode) {
        for (String node : NODES) {
            cluster.writeFile(
                    node,
                    "/etc/farrier/farrier.yaml",
                    """
                    interval: 10m
                    scheduler: {kind: slurm}
                    policy: {mode: %s, failCount: 1, failWindow: 30m, bootGrace: 0s, spread: 0s}
                    checks:
                      gpu.lost: {}
                      site:
                        check: command
                        command: [/usr/local/bin/site-check]
                        severity: fatal
                        timeout: 45s
                    """
                            .formatted(mode));
        }
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void resetNodes() {
        cluster.configureHooks();
        exec(CONTROLLER, "scancel", "-u", "alice");
        for (String node : NODES) {
            siteCheck(node, "exit 0");
            cluster.setScenario(node, "");
            exec(node, "rm", "-f", JOB_MAY_END);
            cluster.writeFile(node, ORDER, "", 0666);
        }
        gate.openAll();
        configure("act");
        cluster.awaitThat("all nodes are idle", this::allAreIdle);
        cluster.awaitThat("no refresh runs", this::noRefreshRuns);
        for (String node : NODES) {
            exec(node, "sh", "-c", "rm -rf /run/farrier/* /var/lib/farrier/* /var/log/farrier/*");
        }
    }

    private boolean allAreIdle() {
        boolean idle = true;
        for (String node : NODES) {
            if (cluster.nodeState(node).isDrained()) {
                update("NodeName=" + node, "State=UNDRAIN");
            }
            idle &= cluster.nodeState(node).isIdle();
        }
        return idle;
    }

    private boolean noRefreshRuns() {
        return NODES.stream()
                .map(node -> cluster.exec(node, "pgrep", "-f", "farrier.* refresh"))
                .noneMatch(found -> found.exitCode() == 0);
    }

    private static String exec(String host, String... argv) {
        return cluster.exec(host, argv).stdoutOrThrow();
    }

    private static void update(String... what) {
        String[] argv = new String[what.length + 2];
        argv[0] = "scontrol";
        argv[1] = "update";
        System.arraycopy(what, 0, argv, 2, what.length);
        exec(CONTROLLER, argv);
    }

    private static void siteCheck(String node, String lines) {
        cluster.setSiteCheck(node, lines);
    }

    /** Empty when there is no such file. */
    private static String read(String node, String path) {
        return cluster.exec(node, "cat", path).stdout();
    }

    private static void refresh(String node) {
        exec(node, FARRIER, "refresh", "--trigger", "periodic", "--node", node);
    }

    private static void awaitState(String job, String state) {
        cluster.awaitThat("job " + job + " is " + state, () -> cluster.jobState(job).equals(state));
    }

    private static void assertNobodyIsDrained() {
        for (String node : NODES) {
            assertThat(cluster.nodeState(node).isDrained()).as(node).isFalse();
        }
    }

    /** Two looks: with a program that has never passed on the node, Farrier only observes. */
    private static void findFault(String node) {
        siteCheck(node, "exit 0");
        refresh(node);
        exec(node, "rm", "-f", VERDICT);
        siteCheck(node, "echo no pressure; exit 2");
        refresh(node);
    }

    /** Farrier finds a fault on this node and drains it; its verdict says so to the Prolog. */
    private static void drainByFarrier(String node) {
        findFault(node);
        assertThat(isDrainedByFarrier(node))
                .as(read(node, "/var/log/farrier/journal.jsonl"))
                .isTrue();
        assertThat(read(node, VERDICT)).contains(" UNHEALTHY 1 ");
    }

    private static boolean isDrainedByFarrier(String node) {
        ShownNode state = cluster.nodeState(node);
        return state.isDrained()
                && state.reason().filter(reason -> reason.startsWith("farrier:")).isPresent();
    }

    /** A check of 8 s, and longer as long as it keeps the job waiting. */
    private static void lookSlowly(String node) {
        siteCheck(
                node,
                String.join(
                        "\n",
                        "echo look begins >>" + ORDER,
                        "sleep 8",
                        "tries=0",
                        "until grep -q 'job begins' " + ORDER + " || [ $tries -eq 20 ]; do",
                        "    sleep 1",
                        "    tries=$((tries + 1))",
                        "done",
                        "echo look ends >>" + ORDER));
    }

    private static void awaitLook() {
        try {
            cluster.awaitThat("the look begins", () -> read(NODE, ORDER).contains("look begins"));
        } catch (AssertionError e) {
            String[] show = {"sh", "-c", "tail -n 5 /run/farrier/* /var/log/farrier/*; ps -ef"};
            throw new AssertionError(cluster.exec(NODE, show).stdout(), e);
        }
    }

    private static String submitToNode(String... options) {
        String[] all = List.of(options).toArray(new String[options.length + 1]);
        all[options.length] = "--nodelist=" + NODE;
        return cluster.submit("echo job begins >>" + ORDER, all);
    }

    /** The look outlived the hook that started it, and the job did not have to wait for its end. */
    private static void assertLookEndsAfterTheJobBegan() {
        cluster.awaitThat(
                "the look has ended and the verdict is there",
                () -> read(NODE, ORDER).contains("look ends") && !read(NODE, VERDICT).isEmpty());
        assertThat(read(NODE, ORDER).lines()).containsSubsequence("job begins", "look ends");
        assertNobodyIsDrained();
    }

    @Test
    void aRefreshThatThePrologStartedOutlivesItAndHoldsNoJobUp() {
        cluster.configureHooks(PROLOG);
        lookSlowly(NODE);

        String job = submitToNode();
        awaitLook();

        assertLookEndsAfterTheJobBegan();
        awaitState(job, "COMPLETED");
        assertThat(read(NODE, "/run/farrier/hooks"))
                .matches("[0-9]+ prolog " + job + " [0-9]+ 0 " + NODE + " -\n");
    }

    @Test
    void aRefreshThatTheEpilogStartedOutlivesItAndHoldsNoNextJobUp() {
        cluster.configureHooks(EPILOG);
        lookSlowly(NODE);
        String first = cluster.submit("true", "--nodelist=" + NODE, "--gres=gpu:2");
        awaitLook();

        submitToNode("--exclusive"); // waits for the end of the Epilog

        assertLookEndsAfterTheJobBegan();
        assertThat(read(NODE, "/run/farrier/hooks").lines().findFirst().orElse(""))
                .matches("[0-9]+ epilog " + first + " [0-9]+ 0 " + NODE + " 0,1");
    }

    @Test
    void aRefreshThatTheHealthCheckStartedOutlivesItAndHoldsNoJobUp() {
        lookSlowly(NODE);
        cluster.setHealthCheck(LIBEXEC + "slurm-healthcheck", Duration.ofSeconds(2), "ANY");
        awaitLook();

        submitToNode();

        assertLookEndsAfterTheJobBegan();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // none
                "1 $boot 1 2 UNHEALTHY 1 stale",
                "1 other-boot 900000000 999999999 UNHEALTHY 1 before a reboot",
                "1 $boot 900000000 999999999 UNHEALTHY 1",
                "\u0001\u00ff garbage",
            })
    void aJobRunsWhateverTheVerdictFileHolds(String verdict) {
        cluster.configureHooks(PROLOG, EPILOG);
        siteCheck(NODE, "echo look >>" + ORDER);
        String boot = read(NODE, "/proc/sys/kernel/random/boot_id").strip();
        if (!verdict.isEmpty()) {
            cluster.writeFile(NODE, VERDICT, verdict.replace("$boot", boot) + "\n");
        }

        String job = submitToNode();

        awaitState(job, "COMPLETED");
        cluster.awaitThat(
                "the refresh that the Prolog started has made a new verdict",
                () ->
                        read(NODE, VERDICT).startsWith("1 " + boot + " ")
                                && read(NODE, VERDICT).contains(" HEALTHY 0 "));
        assertThat(read(NODE, ORDER).lines()).contains("job begins", "look");
        assertNobodyIsDrained();
    }

    /**
     * Drains a node to which Slurm has just sent this job, before our Prolog runs there.
     *
     * @return the node, on which the Prolog waits
     */
    private static String drainUnder(String job) {
        String node = gate.awaitJob(job);
        drainByFarrier(node);
        return node;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",nohold_on_prolog_fail"})
    void aJobThatWasSentToANodeWhichWeDrainRunsElsewhere(String nohold) {
        gate.closeAll();
        cluster.configureHooks(
                PrologGate.SETTING,
                "SchedulerParameters=batch_sched_delay=0,sched_interval=5" + nohold);
        String job = cluster.submit("sleep 1");
        String node = drainUnder(job);

        gate.open(node);

        awaitState(job, "PENDING");
        String shown = exec(CONTROLLER, "scontrol", "show", "job", "-o", job);
        boolean held = shown.contains(" Reason=launch_failed_requeued_held ");
        assertThat(held).as(shown).isEqualTo(nohold.isEmpty());
        if (held) {
            exec(CONTROLLER, "scontrol", "release", job);
        }
        update("JobId=" + job, "StartTime=now"); // else it waits for two minutes
        awaitState(job, "COMPLETED");
        assertThat(cluster.jobNodes(job)).isNotEqualTo(node);
        assertThat(isDrainedByFarrier(node)).isTrue();
    }

    @Test
    void aJobRunsOnANodeThatAnAdministratorHasResumed() {
        cluster.configureHooks(PROLOG, EPILOG);
        drainByFarrier(NODE);
        update("NodeName=" + NODE, "State=RESUME");

        String job = submitToNode();

        awaitState(job, "COMPLETED");
        assertThat(cluster.jobNodes(job)).isEqualTo(NODE);
        assertThat(read(NODE, VERDICT)).contains(" UNHEALTHY 1 ");
        assertNobodyIsDrained();
    }

    @Test
    void inModeObserveAJobRunsOnTheBadNodeAndTheJournalSaysWhatWouldBeDone() {
        configure("observe");
        gate.closeAll();
        cluster.configureHooks(PrologGate.SETTING, EPILOG);
        String job = submitToNode();
        gate.awaitJob(job);
        findFault(NODE);
        assertThat(read(NODE, VERDICT)).contains(" UNHEALTHY 0 ");

        gate.open(NODE);

        awaitState(job, "COMPLETED");
        assertThat(cluster.jobNodes(job)).isEqualTo(NODE);
        assertThat(read(NODE, "/var/log/farrier/journal.jsonl"))
                .contains("\"would\":{\"action\":\"drain\"", "command.failed");
        assertNobodyIsDrained();
    }

    @Test
    void aFaultThatTheRefreshOfAnEpilogFindsDrainsTheNodeUnderAJobThatRunsToItsEnd() {
        cluster.configureHooks(EPILOG);
        cluster.setScenario(NODE, "lost=3\n");
        lookSlowly(NODE);
        String first = cluster.submit("true", "--nodelist=" + NODE);
        awaitLook();
        awaitState(first, "COMPLETED");
        String meanwhile =
                cluster.submit(
                        "echo job begins >>"
                                + ORDER
                                + ("; until [ -e " + JOB_MAY_END + " ]; do sleep 0.2; done"),
                        "--nodelist=" + NODE);

        cluster.awaitThat("drained", () -> isDrainedByFarrier(NODE));

        assertThat(cluster.nodeState(NODE).reason().orElse("")).contains("gpu.lost");
        assertThat(cluster.jobState(meanwhile)).isEqualTo("RUNNING");
        exec(NODE, "touch", JOB_MAY_END);
        awaitState(meanwhile, "COMPLETED");
        assertThat(read(NODE, HOOK_NOTES)).contains(" epilog " + first + " ");
        assertThat(isDrainedByFarrier(NODE)).isTrue();
    }

    @Test
    void aJobRunsWhenScontrolHangs() {
        gate.closeAll();
        cluster.configureHooks(PrologGate.SETTING);
        String job = cluster.submit("sleep 1");
        String node = drainUnder(job);
        cluster.writeFile(
                node,
                "/usr/local/bin/scontrol-hangs",
                "#!/bin/sh\ntrap '' TERM\ntouch /run/was-asked\nwhile :; do sleep 600; done\n",
                0755);
        cluster.writeFile(node, "/run/farrier/scontrol", "/usr/local/bin/scontrol-hangs\n");

        gate.open(node);

        awaitState(job, "COMPLETED");
        assertThat(cluster.jobNodes(job)).isEqualTo(node);
        exec(node, "rm", "/run/was-asked");
        assertThat(isDrainedByFarrier(node)).isTrue();
    }

    @Test
    void jobsRunOnWhenThePackageIsRemoved() {
        installByScript();
        try {
            cluster.configureHooks(
                    PROLOG,
                    EPILOG,
                    "HealthCheckProgram=" + LIBEXEC + "slurm-healthcheck",
                    "HealthCheckInterval=2");
            String before =
                    cluster.submit(
                            "until [ -e " + JOB_MAY_END + " ]; do sleep 0.2; done",
                            "--nodelist=" + NODE);
            awaitState(before, "RUNNING");
            cluster.awaitThat(
                    "a refresh of what was installed ran", () -> !read(NODE, VERDICT).isEmpty());

            exec(NODE, "/tmp/package/install.sh", "uninstall");

            assertThat(cluster.exec(NODE, "test", "-e", FARRIER).exitCode()).isNotZero();
            exec(NODE, "touch", JOB_MAY_END);
            awaitState(before, "COMPLETED");
            String after = submitToNode();
            awaitState(after, "COMPLETED");
            assertThat(cluster.jobNodes(after)).isEqualTo(NODE);
            assertNobodyIsDrained();
        } finally {
            exec(NODE, "rm", "-rf", "/opt/farrier", "/tmp/package");
            cluster.installFarrier();
        }
    }

    /** As from a package: the build's programs with what install.sh wants beside them. */
    private static void installByScript() {
        exec(
                NODE,
                "sh",
                "-c",
                "mv /opt/farrier /tmp/package && cd /tmp/package && echo 0.test >version && mkdir tmpfiles.d"
                        + " && : >tmpfiles.d/farrier.conf");
        cluster.copyTo(NODE, INSTALL_SCRIPT, "/tmp/package/install.sh");
        exec(NODE, "sh", "/tmp/package/install.sh");
        exec(NODE, "chmod", "755", "/tmp/package/install.sh");
    }

    @Test
    void isNotMovedByWhatAUserPutsIntoHisJob() {
        cluster.configureHooks(
                PROLOG,
                EPILOG,
                "HealthCheckProgram=" + LIBEXEC + "slurm-healthcheck",
                "HealthCheckInterval=2");
        String xid = "NVRM: Xid (PCI:0000:05:00): 79, GPU has fallen off the bus.";
        String folder = "/tmp/\u001b[2J\n" + xid + "\t State=IDLE+DRAIN Reason=farrier:\u0001";
        // Its name is what /proc and ps show of it; a parser of /proc/PID/stat stumbles over ") ".
        String program = "x) Z 1\u001b[31m\n";
        exec(NODE, "runuser", "-u", "alice", "--", "mkdir", "-p", folder);
        exec(NODE, "runuser", "-u", "alice", "--", "cp", "/bin/sleep", folder + "/" + program);

        String job =
                cluster.submit(
                        "echo '" + xid + "'; './" + program + "' 3; echo job ends >>" + ORDER,
                        "--nodelist=" + NODE,
                        "--chdir=" + folder,
                        "--job-name=farrier:00000000 gpu.lost\u001b[31m\n State=IDLE+DRAIN",
                        "--comment=" + xid + "\n\u0007 Reason=farrier:00000000 gpu.lost $(reboot)");
        awaitState(job, "RUNNING");
        refresh(NODE);
        awaitState(job, "COMPLETED");
        cluster.awaitThat(
                "the Epilog took its note", () -> read(NODE, HOOK_NOTES).contains(" epilog "));
        exec(NODE, "rm", "-f", VERDICT);
        refresh(NODE); // which leaves the look to that of a health check, if one is under way
        cluster.awaitThat(
                "the node is seen healthy", () -> read(NODE, VERDICT).contains(" HEALTHY 0 "));

        assertThat(read(NODE, ORDER)).as("the job did what it was to do").contains("job ends");
        assertNobodyIsDrained();
        assertThat(read(NODE, HOOK_NOTES).lines())
                .isNotEmpty()
                .allMatch(
                        line ->
                                line.matches(
                                        "[0-9]+ (prolog|epilog) "
                                                + job
                                                + " [0-9]+ 0 "
                                                + NODE
                                                + " -"));
        assertThat(read(NODE, "/var/log/farrier/journal.jsonl"))
                .doesNotContain("Xid", "\u001b", "\"event\":\"intent\"");
    }

    @Test
    void aHookIsQuietWhereNothingMoreCanBeWritten() {
        String folder = "/dev/shm/farrier";
        String boot = read(NODE, "/proc/sys/kernel/random/boot_id").strip();
        // Not by writeFile, which would write below what is mounted there.
        exec(
                NODE,
                "sh",
                "-c",
                "mkdir $1 && echo 1 $2 $(($(cut -d. -f1 /proc/uptime) + 600)) 999999999 UNHEALTHY 1"
                        + " gpu.lost >$1/verdict; ! cat /dev/zero >/dev/shm/fill",
                "sh",
                folder,
                boot);
        try {
            for (String hook : List.of("healthcheck", "prolog", "epilog")) {
                ExecResult end =
                        cluster.exec(
                                NODE,
                                "env",
                                "-i",
                                "FARRIER_RUN=" + folder,
                                "SLURMD_NODENAME=" + NODE,
                                "SLURM_JOB_ID=7",
                                LIBEXEC + "slurm-" + hook);
                assertThat(end.exitCode()).as(hook).isZero();
                assertThat(end.stdout() + end.stderr()).as(hook).isEmpty();
            }
            assertThat(read(NODE, folder + "/hooks")).isEmpty();
        } finally {
            exec(NODE, "rm", "-r", "/dev/shm/fill", folder);
        }
    }
}
