package dev.farrier.cluster;

import dev.farrier.action.Reason;
import dev.farrier.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A real Slurm with Farrier as its HealthCheckProgram, and what a test asks and does there. */
final class FarrierCluster implements AutoCloseable {
    static final String FARRIER = "/opt/farrier/bin/farrier";
    static final String HEALTHCHECK = "/opt/farrier/libexec/slurm-healthcheck";
    static final Duration PASS_HOLD = Duration.ofSeconds(12);

    final SlurmCluster slurm;

    private FarrierCluster(SlurmCluster slurm) {
        this.slurm = slurm;
    }

    static FarrierCluster start() {
        return on(SlurmCluster.start());
    }

    /** Installs Farrier there; removes the cluster when that fails. */
    static FarrierCluster on(SlurmCluster slurm) {
        FarrierCluster cluster = new FarrierCluster(slurm);
        try {
            cluster.slurm.installFarrier();
            cluster.configure("mode: act");
            cluster.slurm.setHealthCheck(HEALTHCHECK, Duration.ofSeconds(3), "ANY");
            return cluster;
        } catch (RuntimeException | Error failure) {
            cluster.close();
            throw failure;
        }
    }

    /**
     * The same file on all nodes, with healthy nodes.
     *
     * @param policy more keys of the policy
     */
    void configure(String policy) {
        configure("kind: slurm", policy);
    }

    /**
     * @param scheduler all keys of the scheduler
     * @param policy more keys of the policy
     */
    void configure(String scheduler, String policy) {
        for (String node : SlurmCluster.NODES) {
            configureHost(node, scheduler, policy);
        }
    }

    /** The same for one host. */
    void configureHost(String host, String scheduler, String policy) {
        slurm.writeFile(
                host,
                "/etc/farrier/farrier.yaml",
                """
                interval: 10s
                scheduler: {%s}
                policy:
                  {failCount: 2, passCount: 3, passHold: %ds, bootGrace: 0s, spread: 0s, %s}
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
                        .formatted(scheduler, PASS_HOLD.toSeconds(), policy));
        siteCheck(host, 0, "fine");
    }

    /**
     * A check of the site that passes or fails: a fault that may go away by itself, so two looks
     * are needed.
     */
    void siteCheck(String node, int exitCode, String message) {
        slurm.setSiteCheck(node, "echo '" + message + "'\nexit " + exitCode);
    }

    /**
     * Heals all nodes, puts them back into service, and lets Farrier forget what was and see that
     * they are healthy.
     */
    void reset() {
        for (String node : SlurmCluster.NODES) {
            slurm.setScenario(node, "");
            siteCheck(node, 0, "fine");
        }
        slurm.awaitThat("all nodes are in service", this::everythingIsBack);
        for (String node : SlurmCluster.NODES) {
            if (hasSeenNothingBad(node)) {
                continue;
            }
            forget(node);
            // Only a look from after the return counts: Farrier would leave a node alone whose
            // drain an administrator took back while its fault was there.
            awaitLooks(node, 1);
            awaitWithLooks(node, node + " is seen healthy", () -> lastLookWas(node, "healthy"));
        }
    }

    private boolean everythingIsBack() {
        boolean back = true;
        for (String node : SlurmCluster.NODES) {
            ShownNode state = slurm.nodeState(node);
            if (state.isDrained()) {
                update("NodeName=" + node, "State=UNDRAIN");
                back = false;
            } else {
                back &= state.responds();
            }
        }
        return back;
    }

    /** Then there is nothing that it would have to forget. */
    private boolean hasSeenNothingBad(String node) {
        return lastLookWas(node, "healthy")
                && journal(node, "look").stream()
                        .noneMatch(look -> look.toString().contains("health=unhealthy"))
                && journal(node, "decision").stream()
                        .allMatch(decision -> "inspect".equals(decision.get("intent")));
    }

    /** Not under a refresh that runs, which would write down again what it knew. */
    void forget(String node) {
        slurm.exec(
                        node,
                        "sh",
                        "-c",
                        "while pidof java; do sleep 0.1; done; rm -rf /var/lib/farrier /var/log/farrier")
                .stdoutOrThrow();
    }

    /** {@code scontrol update} on the controller, as an administrator. */
    void update(String... arguments) {
        String[] argv = new String[arguments.length + 2];
        argv[0] = "scontrol";
        argv[1] = "update";
        System.arraycopy(arguments, 0, argv, 2, arguments.length);
        slurm.exec(SlurmCluster.CONTROLLER, argv).stdoutOrThrow();
    }

    boolean lastLookWas(String node, String health) {
        List<Map<String, Object>> looks = journal(node, "look");
        return !looks.isEmpty()
                && looks.get(looks.size() - 1).get("verdict") instanceof Map<?, ?> verdict
                && health.equals(verdict.get("health"));
    }

    List<Map<String, Object>> journal(String node, String event) {
        ExecResult read = slurm.exec(node, "cat", "/var/log/farrier/journal.jsonl");
        List<Map<String, Object>> events = new ArrayList<>();
        for (String line : read.stdout().lines().toList()) {
            if (line.contains("\"event\":\"" + event + "\"") && line.endsWith("}")) {
                events.add(Json.object(line));
            }
        }
        return events;
    }

    /** Empty when there is no such file. */
    String read(String node, String path) {
        return slurm.exec(node, "cat", path).stdout();
    }

    /** What the hooks read; empty when there is none. */
    String verdict(String node) {
        return read(node, "/run/farrier/verdict");
    }

    boolean isDrainedByUs(String node, String code) {
        ShownNode state = slurm.nodeState(node);
        return state.isDrained()
                && state.reason().filter(text -> Reason.codes(text).contains(code)).isPresent();
    }

    /** A look that is due at once. */
    void refresh(String node) {
        slurm.exec(node, "rm", "-f", "/run/farrier/verdict");
        slurm.exec(node, FARRIER, "refresh", "--trigger", "periodic", "--node", node)
                .stdoutOrThrow();
    }

    /** Looks, periodically as ever, but without waiting for slurmd to ask. */
    void awaitLooks(String node, int more) {
        int before = journal(node, "look").size();
        slurm.awaitThat(
                more + " more looks at " + node,
                () -> {
                    refresh(node);
                    return journal(node, "look").size() >= before + more;
                });
    }

    /** Waits, and looks at the node without waiting for slurmd to ask. */
    void awaitWithLooks(String node, String what, BooleanSupplier condition) {
        slurm.awaitThat(
                what,
                () -> {
                    refresh(node);
                    return condition.getAsBoolean();
                });
    }

    String reason(String node) {
        return slurm.nodeState(node).reason().orElse("");
    }

    String reasonUserAndTime(String node) {
        ShownNode state = slurm.nodeState(node);
        return state.reason() + " by " + state.reasonBy() + " at " + state.reasonAt();
    }

    /** What the cluster wrote down about itself, for a test that fails. */
    String tell(String node) {
        return slurm.exec(
                        node,
                        "sh",
                        "-c",
                        "tail -n 3 /var/log/farrier/farrier.log; grep -v '\"event\":\"look\"'"
                                + " /var/log/farrier/journal.jsonl | tail -n 12")
                .stdout();
    }

    @Override
    public void close() {
        slurm.close();
    }
}
