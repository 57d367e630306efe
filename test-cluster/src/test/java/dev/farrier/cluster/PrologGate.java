package dev.farrier.cluster;

/**
 * Our Prolog behind a wait, so that a test can do something to a node to which Slurm has sent a job
 * already.
 */
final class PrologGate {
    /** The line of slurm.conf. */
    static final String SETTING = "Prolog=/usr/local/bin/gated-prolog";

    private static final String OPEN = "/run/prolog-may-go";

    private final SlurmCluster cluster;

    private PrologGate(SlurmCluster cluster) {
        this.cluster = cluster;
    }

    /** Lays the program that waits onto all nodes; it is for the caller to name it to Slurm. */
    static PrologGate on(SlurmCluster cluster) {
        for (String node : SlurmCluster.NODES) {
            cluster.writeFile(
                    node,
                    "/usr/local/bin/gated-prolog",
                    "#!/bin/sh\n"
                            + ("until [ -e " + OPEN + " ]; do sleep 0.1; done\n")
                            + "exec /opt/farrier/libexec/slurm-prolog\n",
                    0755);
        }
        return new PrologGate(cluster);
    }

    void open(String node) {
        cluster.exec(node, "touch", OPEN).stdoutOrThrow();
    }

    void openAll() {
        SlurmCluster.NODES.forEach(this::open);
    }

    void closeAll() {
        for (String node : SlurmCluster.NODES) {
            cluster.exec(node, "rm", "-f", OPEN).stdoutOrThrow();
        }
    }

    /**
     * Waits until this job has been sent to a node and opens the gates of all others.
     *
     * @return that node, on which the Prolog waits
     */
    String awaitJob(String job) {
        cluster.awaitThat(
                job + " was sent to a node", () -> cluster.jobState(job).equals("RUNNING"));
        String node = cluster.jobNodes(job);
        for (String other : SlurmCluster.NODES) {
            if (!other.equals(node)) {
                open(other);
            }
        }
        return node;
    }
}
