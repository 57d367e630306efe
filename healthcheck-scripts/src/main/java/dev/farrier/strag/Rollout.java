package dev.farrier.strag;

/**
 * A new driver that changes the results of all short tests, node by node.
 *
 * @param start when the first node gets it, in seconds of the scenario
 * @param secondsPerNode until the next one does
 * @param gemm factor on the result; likewise hbm, h2d, nvlink and latency
 */
record Rollout(
        double start,
        double secondsPerNode,
        double gemm,
        double hbm,
        double h2d,
        double nvlink,
        double latency) {
    static final Rollout NONE = new Rollout(Fault.NEVER, 0, 1, 1, 1, 1, 1);

    boolean reached(int node, double time) {
        return time >= start + node * secondsPerNode;
    }
}
