package dev.farrier.strag;

/**
 * How noisy a scenario is.
 *
 * @param stepNoise of the own times, as the sigma of a lognormal
 * @param spikeChance of a data-loading spike on a node, a sample
 * @param missing share of the sample lines that never arrive
 * @param skewSeconds sigma of the nodes' clocks; each is off by a constant
 * @param imbalance of the sequences, sigma a step
 * @param imbalanceByReplica whether the ranks of a replica share their sequences
 * @param hotShare of healthy GPUs that run 8 to 10 °C hotter
 * @param capBitShare of healthy GPUs that show 0x4 now and then
 * @param summedPorts whether the exporter gives the sum of a node's InfiniBand ports for each
 */
record Conditions(
        double stepNoise,
        double spikeChance,
        double missing,
        double skewSeconds,
        double imbalance,
        boolean imbalanceByReplica,
        double hotShare,
        double capBitShare,
        boolean summedPorts) {}
