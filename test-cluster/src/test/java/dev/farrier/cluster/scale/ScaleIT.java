package dev.farrier.cluster.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.cluster.SlurmCluster;
import dev.farrier.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** The short form of {@code test-cluster/bench scale}: all of 60 nodes of a real Slurm fail. */
class ScaleIT {
    private static final int NODES = 60;
    private static final long BUDGET = 6;

    @Test
    void sixtyNodesEndAtTheBudgetAndAfterAnIncidentWithNoneDrained()
            throws IOException, InterruptedException {
        try (GenericContainer<?> slurm = container()) {
            slurm.start();
            copy(slurm, Path.of("scale-slurm"), "/usr/local/sbin/scale-slurm");
            copy(slurm, Path.of("target", "test-classes"), "/opt/test-cluster");
            copy(slurm, Path.of("..", "health-core", "target", "classes"), "/opt/health-core");
            copy(slurm, Path.of("..", "slurm-integration", "target", "classes"), "/opt/slurm");
            exec(slurm, "sh", "/usr/local/sbin/scale-slurm", "" + NODES);
            exec(
                    slurm,
                    "java",
                    "-cp",
                    "/opt/test-cluster:/opt/health-core:/opt/slurm",
                    ScaleBenchmark.class.getName(),
                    "--measure",
                    "short",
                    "--nodes",
                    "" + NODES,
                    "--root",
                    "/tmp/scale",
                    "--results",
                    "/tmp/results");

            Map<Object, Map<String, Object>> results = new LinkedHashMap<>();
            for (String line : exec(slurm, "cat", "/tmp/results").lines().toList()) {
                Map<String, Object> result = Json.object(line);
                results.put(result.get("name"), result);
            }
            assertThat(results.get("alike")).containsEntry("left", 0L);
            assertThat(results.get("each")).containsEntry("left", BUDGET);
            for (Map<String, Object> result : results.values()) {
                assertThat(result.get("peak")).isIn(possible());
            }
        }
    }

    /** Twice the budget, and what chance may add: docs/safety.md. */
    private static List<Object> possible() {
        List<Object> peaks = new ArrayList<>();
        for (long peak = BUDGET; peak <= 4 * BUDGET; peak++) {
            peaks.add(peak);
        }
        return peaks;
    }

    private static GenericContainer<?> container() {
        return new GenericContainer<>(DockerImageName.parse(SlurmCluster.image()))
                .withImagePullPolicy(name -> false)
                .withLabel(SlurmCluster.LABEL, "1")
                .withCreateContainerCmdModifier(
                        command ->
                                command.withHostName("ctl")
                                        .withEntrypoint(
                                                "/usr/bin/tini", "--", "sleep", "infinity"));
    }

    private static void copy(GenericContainer<?> container, Path from, String to) {
        container.copyFileToContainer(MountableFile.forHostPath(from), to);
    }

    private static String exec(GenericContainer<?> container, String... argv)
            throws IOException, InterruptedException {
        Container.ExecResult result = container.execInContainer(argv);
        assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
        return result.getStdout();
    }
}
