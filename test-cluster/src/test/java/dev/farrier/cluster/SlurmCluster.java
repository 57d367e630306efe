package dev.farrier.cluster;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A real Slurm in four containers: the controller {@code ctl} and the nodes {@code node01} to
 * {@code node03} with eight stand-in GPUs each. Starts in seconds; {@link #close} removes all of
 * it.
 */
public final class SlurmCluster implements AutoCloseable {
    public static final String CONTROLLER = "ctl";
    public static final List<String> NODES = List.of("node01", "node02", "node03");

    /** Marks everything that these tests start, so that leftovers can be found. */
    public static final String LABEL = "dev.farrier.test";

    private static final String HOOKS = "/etc/slurm/hooks.conf";
    static final String SITE_CHECK = "/usr/local/bin/site-check";
    private static final String SITE_CHECK_LINES = "/var/lib/stand-in/site-check";
    private static final String SCENARIO = "/var/lib/stand-in/nvidia-smi.scenario";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Network network;
    private final Map<String, GenericContainer<?>> containers = new LinkedHashMap<>();

    private SlurmCluster(Network network) {
        this.network = network;
    }

    /** Starts a cluster of the image to test on and returns when all its nodes are idle. */
    public static SlurmCluster start() {
        return start(image());
    }

    /** The image to test on. */
    public static String image() {
        String given = System.getProperty("farrier.image", "");
        return given.isEmpty()
                ? builtImage("trixie")
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "No image to start; build one with"
                                                        + " test-cluster/images/build trixie"))
                : given;
    }

    /** Starts a cluster of this image and returns when all its nodes are idle. */
    static SlurmCluster start(String image) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException(
                    "No Docker engine answers. Start one with test-cluster/docker-engine, or leave"
                            + " the container tests out with ./verify --quick");
        }
        SlurmCluster cluster = new SlurmCluster(labelledNetwork());
        try {
            cluster.startContainers(DockerImageName.parse(image));
            cluster.awaitThat("all nodes are idle", cluster::allNodesAreIdle);
            return cluster;
        } catch (RuntimeException | Error failure) {
            cluster.close();
            throw failure;
        }
    }

    private static Network labelledNetwork() {
        return Network.builder()
                .createNetworkCmdModifier(command -> command.withLabels(Map.of(LABEL, "1")))
                .build();
    }

    /** The image that images/build made last for this suite of Debian; empty when it made none. */
    static Optional<String> builtImage(String suite) {
        Path named = Path.of("target", "image-" + suite + ".txt");
        try {
            return Optional.of(Files.readString(named).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startContainers(DockerImageName image) {
        String run = "farrier-" + UUID.randomUUID().toString().substring(0, 8) + "-";
        containers.put(CONTROLLER, container(image, run, CONTROLLER, "ctl"));
        for (String node : NODES) {
            containers.put(node, container(image, run, node, "node"));
        }
        try {
            Startables.deepStart(containers.values()).join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The cluster did not start", e);
        }
    }

    private GenericContainer<?> container(
            DockerImageName image, String run, String host, String role) {
        return new GenericContainer<>(image)
                .withImagePullPolicy(name -> false)
                .withNetwork(network)
                .withNetworkAliases(host)
                .withLabel(LABEL, "1")
                .withCommand(role)
                .withCreateContainerCmdModifier(
                        command -> command.withHostName(host).withName(run + host));
    }

    private boolean allNodesAreIdle() {
        ExecResult idle = exec(CONTROLLER, "sinfo", "-h", "-t", "idle", "-o", "%D");
        return idle.exitCode() == 0 && idle.stdout().strip().equals("" + NODES.size());
    }

    /** Runs a command as root inside a container, without a shell. */
    public ExecResult exec(String host, String... argv) {
        try {
            Container.ExecResult result = container(host).execInContainer(argv);
            return new ExecResult(
                    host + ": " + String.join(" ", argv),
                    result.getExitCode(),
                    result.getStdout(),
                    result.getStderr());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ExecResult shell(String host, String script) {
        return exec(host, "sh", "-c", script);
    }

    private GenericContainer<?> container(String host) {
        GenericContainer<?> container = containers.get(host);
        if (container == null) {
            throw new IllegalArgumentException("no host " + host + " in " + containers.keySet());
        }
        return container;
    }

    /** The line that the scheduler prints about a node. */
    public String scontrolShow(String node) {
        return exec(CONTROLLER, "scontrol", "show", "node", "-o", node).stdoutOrThrow();
    }

    public ShownNode nodeState(String node) {
        return ShownNode.parse(scontrolShow(node));
    }

    /** Writes a file, its directories too; root's, mode 0644. */
    public void writeFile(String host, String path, String text) {
        writeFile(host, path, text, 0644);
    }

    public void writeFile(String host, String path, String text, int mode) {
        container(host)
                .copyFileToContainer(
                        Transferable.of(text.getBytes(StandardCharsets.UTF_8), mode), path);
    }

    /**
     * Says what the stand-in GPUs of a node do from now on; empty heals them. See
     * images/slurm/nvidia-smi.
     */
    public void setScenario(String node, String text) {
        writeFile(node, SCENARIO, text);
    }

    /**
     * Says what the site's own check does from now on. The program stays the same: Farrier only
     * observes with a changed one.
     */
    void setSiteCheck(String node, String lines) {
        writeFile(node, SITE_CHECK_LINES, lines + "\n");
        writeFile(node, SITE_CHECK, "#!/bin/sh\nexec /bin/sh " + SITE_CHECK_LINES + "\n", 0755);
    }

    /** Lays the Farrier distribution that this build made to /opt/farrier of each node. */
    public void installFarrier() {
        copyToNodes(distribution(), "/opt/farrier");
    }

    /** The folder that becomes {@code /opt/farrier}. */
    static Path distribution() {
        Path distribution = Path.of(System.getProperty("farrier.distribution", "missing"));
        if (!Files.isDirectory(distribution)) {
            throw new IllegalStateException(
                    "No Farrier distribution in "
                            + distribution
                            + "; build it with mvn package -pl healthcheck-scripts -am");
        }
        return distribution;
    }

    /** Copies a folder with all that is in it, modes too, to this path of each node. */
    void copyToNodes(Path folder, String path) {
        for (String node : NODES) {
            copyTo(node, folder, path);
        }
    }

    /** Copies a file, or a folder with all that is in it, to this path of a host. */
    void copyTo(String host, Path from, String path) {
        container(host).copyFileToContainer(MountableFile.forHostPath(from), path);
    }

    /**
     * Submits a job of the user alice that sleeps on one CPU of this node.
     *
     * @return its id
     */
    public String submitSleep(String node, int seconds) {
        return submit("sleep " + seconds, "--nodelist=" + node);
    }

    /**
     * Submits a job of the user alice on one CPU.
     *
     * @param script lines of shell
     * @param options of sbatch
     * @return its id
     */
    public String submit(String script, String... options) {
        List<String> argv =
                new ArrayList<>(List.of("runuser", "-u", "alice", "--", "sbatch", "--parsable"));
        argv.add("--output=/dev/null");
        argv.add("--wrap=" + script);
        argv.addAll(List.of(options));
        return exec(CONTROLLER, argv.toArray(String[]::new)).stdoutOrThrow().strip();
    }

    /** The nodes that a job was given; {@code (null)} while it waits for some. */
    public String jobNodes(String id) {
        String shown = exec(CONTROLLER, "scontrol", "show", "job", "-o", id).stdoutOrThrow();
        return shown.replaceFirst("(?s).* NodeList=([^ ]+) .*", "$1");
    }

    /** {@code PENDING}, {@code RUNNING}, {@code COMPLETED}, … */
    public String jobState(String id) {
        String shown = exec(CONTROLLER, "scontrol", "show", "job", "-o", id).stdoutOrThrow();
        return shown.replaceFirst("(?s).* JobState=([A-Z_]+) .*", "$1");
    }

    /**
     * Lets the scheduler run a program on the nodes from time to time.
     *
     * @param interval whole seconds
     * @param nodeState on which nodes, for example {@code ANY}
     */
    public void setHealthCheck(String programPath, Duration interval, String nodeState) {
        configureHooks(
                "HealthCheckProgram=" + programPath,
                "HealthCheckInterval=" + interval.toSeconds(),
                "HealthCheckNodeState=" + nodeState);
    }

    /**
     * Puts these lines, and none of those before, into slurm.conf on all hosts, and makes Slurm
     * read it.
     */
    public void configureHooks(String... lines) {
        // Slurm warns on every command's stderr about an included file without any setting.
        String text = "PropagateResourceLimits=NONE\n" + String.join("\n", lines) + "\n";
        containers.keySet().forEach(host -> writeFile(host, HOOKS, text));
        exec(CONTROLLER, "scontrol", "reconfigure").stdoutOrThrow();
        awaitAnswers();
    }

    /** Ends slurmctld and returns when it is gone. */
    public void stopSlurmctld() {
        // By its pid file, since after a reconfigure the process has another name; the file is
        // removed before the process ends.
        shell(
                        CONTROLLER,
                        "pid=$(cat /run/slurmctld.pid) && kill $pid || exit; "
                                + "i=0; while kill -0 $pid 2>/dev/null; do "
                                + "i=$((i + 1)); [ $i -lt 600 ] || exit 1; sleep 0.1; done")
                .stdoutOrThrow();
    }

    /** Starts slurmctld and returns when it has heard of all nodes again. */
    public void startSlurmctld() {
        exec(CONTROLLER, "slurmctld").stdoutOrThrow();
        awaitAnswers();
    }

    private void awaitAnswers() {
        awaitThat(
                "the controller answers",
                () -> exec(CONTROLLER, "scontrol", "ping").exitCode() == 0);
        awaitThat(
                "all nodes respond",
                () -> NODES.stream().map(this::nodeState).allMatch(ShownNode::responds));
    }

    /**
     * Waits until something is so; tells what the cluster looks like when it does not become so.
     */
    public void awaitThat(String what, BooleanSupplier condition) {
        try {
            await().alias(what)
                    .atMost(PATIENCE)
                    .pollInterval(100, MILLISECONDS)
                    .until(condition::getAsBoolean);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("In vain waited until " + what + "\n" + describe(), e);
        }
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        text.append(shell(CONTROLLER, "timeout 5 sinfo -N -o '%N %T %E' 2>&1").stdout());
        containers
                .keySet()
                .forEach(
                        host ->
                                text.append("--- ")
                                        .append(host)
                                        .append('\n')
                                        .append(
                                                shell(host, "tail -n 15 /var/log/slurm/*.log")
                                                        .stdout()));
        return text.toString();
    }

    /** Removes the containers and their network. */
    @Override
    public void close() {
        containers.values().parallelStream().forEach(GenericContainer::stop);
        network.close();
    }
}
