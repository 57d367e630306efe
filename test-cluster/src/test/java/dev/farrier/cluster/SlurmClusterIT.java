package dev.farrier.cluster;

import static dev.farrier.cluster.SlurmCluster.CONTROLLER;
import static dev.farrier.cluster.SlurmCluster.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Proves the test cluster itself: what it says about Slurm is what Slurm says. */
@Timeout(180)
class SlurmClusterIT {
    private static SlurmCluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void removeCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void putNode01Back() {
        if (cluster.nodeState("node01").isDrained()) {
            update("node01", "State=UNDRAIN");
        }
        cluster.awaitThat(
                "all nodes are idle",
                () -> NODES.stream().allMatch(node -> cluster.nodeState(node).isIdle()));
    }

    @Test
    void startsWithThreeIdleNodesOfEightGpus() {
        for (String node : NODES) {
            assertThat(cluster.nodeState(node).isIdle()).isTrue();
            assertThat(cluster.scontrolShow(node)).contains(" Gres=gpu:h100:8 ");
        }
    }

    @Test
    void showsWhoDrainedANodeAndWhy() {
        update("node01", "State=DRAIN", "Reason=fan [broken] State=IDLE");

        ShownNode node = cluster.nodeState("node01");
        assertThat(node.base()).isEqualTo("IDLE");
        assertThat(node.flags()).containsExactly("DRAIN");
        assertThat(node.reason()).contains("fan [broken] State=IDLE");
        assertThat(node.reasonBy()).contains("root");
        assertThat(node.reasonAt()).isPresent();
    }

    @Test
    void runsAJobOnTheNodeThatItIsSentTo() {
        String job = cluster.submitSleep("node02", 1);

        cluster.awaitThat("the job is over", () -> cluster.jobState(job).equals("COMPLETED"));
        assertThat(exec("scontrol", "show", "job", "-o", job)).contains(" NodeList=node02 ");
    }

    @Test
    void keepsADrainWhileTheControllerIsAway() {
        update("node01", "State=DRAIN", "Reason=kept");

        cluster.stopSlurmctld();
        assertThat(cluster.exec(CONTROLLER, "scontrol", "ping").exitCode()).isNotZero();
        cluster.startSlurmctld();

        assertThat(cluster.nodeState("node01").reason()).contains("kept");
    }

    @Test
    void runsTheHealthCheckProgramOnTheNodes() {
        for (String node : NODES) {
            cluster.writeFile(node, "/usr/local/bin/look", "#!/bin/sh\n: >/tmp/looked\n", 0755);
        }

        cluster.setHealthCheck("/usr/local/bin/look", Duration.ofSeconds(2), "ANY");

        cluster.awaitThat(
                "node03 has run it",
                () -> cluster.exec("node03", "test", "-e", "/tmp/looked").exitCode() == 0);
        cluster.configureHooks();
        assertThat(exec("scontrol", "show", "config"))
                .containsPattern("HealthCheckProgram += \\(null\\)");
    }

    @Test
    void copiesAFolderWithItsProgramsToEachNode(@TempDir Path folder) throws IOException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("hello");
        Files.writeString(program, "#!/bin/sh\necho hello from $(uname -n)\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));

        cluster.copyToNodes(folder, "/opt/greeting");

        for (String node : NODES) {
            assertThat(cluster.exec(node, "/opt/greeting/bin/hello").stdoutOrThrow())
                    .isEqualTo("hello from " + node + "\n");
        }
    }

    @Test
    void breaksAndHealsAGpu() {
        cluster.setScenario("node02", "lost=3\n");
        ExecResult broken = cluster.exec("node02", "nvidia-smi", "-L");
        cluster.setScenario("node02", "");
        ExecResult healed = cluster.exec("node02", "nvidia-smi", "-L");

        assertThat(broken.exitCode()).isEqualTo(255);
        assertThat(broken.stdout()).contains("device handle for GPU3: 0000:04:00.0: Unknown Error");
        assertThat(healed.stdoutOrThrow().lines()).hasSize(8);
    }

    private static void update(String node, String... settings) {
        String[] argv = new String[3 + settings.length];
        argv[0] = "scontrol";
        argv[1] = "update";
        argv[2] = "NodeName=" + node;
        System.arraycopy(settings, 0, argv, 3, settings.length);
        exec(argv);
    }

    private static String exec(String... argv) {
        return cluster.exec(CONTROLLER, argv).stdoutOrThrow();
    }
}
