package dev.farrier.cluster;

import java.util.List;

/**
 * A scontrol and a sinfo on one node that do what a test says before and after Slurm's own, by the
 * number of the call ({@code "3"}) or by its first argument ({@code "update"}).
 */
final class WrappedSlurm {
    static final String SCONTROL = "/opt/wrapped/scontrol";

    /** Ends Farrier in the middle of its work; there is no other Java on a node. */
    static final String KILL = "kill -9 $(pidof java)\n";

    /** Only KILL ends it. */
    static final String HANG = "trap '' TERM\nwhile :; do sleep 600; done\n";

    private static final String FOLDER = "/opt/wrapped/";

    private final SlurmCluster cluster;
    private final String node;

    private WrappedSlurm(SlurmCluster cluster, String node) {
        this.cluster = cluster;
        this.node = node;
    }

    static WrappedSlurm on(SlurmCluster cluster, String node) {
        for (String program : List.of("scontrol", "sinfo")) {
            cluster.writeFile(
                    node,
                    FOLDER + program,
                    """
                    #!/bin/sh
                    said=/opt/wrapped/said
                    echo "${0##*/} $*" >>$said/calls
                    number=$(wc -l <$said/calls)
                    [ ! -e "$said/before-$1" ] || . "$said/before-$1"
                    [ ! -e "$said/before-$number" ] || . "$said/before-$number"
                    "/usr/bin/${0##*/}" "$@"
                    code=$?
                    [ ! -e "$said/after-$1" ] || . "$said/after-$1"
                    [ ! -e "$said/after-$number" ] || . "$said/after-$number"
                    exit $code
                    """,
                    0755);
        }
        WrappedSlurm wrapped = new WrappedSlurm(cluster, node);
        wrapped.behave();
        return wrapped;
    }

    /** Nothing but Slurm's own from now on; calls are counted from here. */
    void behave() {
        cluster.exec(
                        node,
                        "sh",
                        "-c",
                        "rm -rf /opt/wrapped/said && mkdir /opt/wrapped/said && : >/opt/wrapped/said/calls")
                .stdoutOrThrow();
    }

    /**
     * @param call a number or a first argument
     * @param lines of shell, run in the wrapper
     */
    void before(String call, String lines) {
        cluster.writeFile(node, FOLDER + "said/before-" + call, lines);
    }

    void after(String call, String lines) {
        cluster.writeFile(node, FOLDER + "said/after-" + call, lines);
    }

    /** Program and arguments of each call. */
    List<String> calls() {
        return cluster.exec(node, "cat", FOLDER + "said/calls").stdoutOrThrow().lines().toList();
    }
}
