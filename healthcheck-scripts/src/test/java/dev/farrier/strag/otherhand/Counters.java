package dev.farrier.strag.otherhand;

/** Error counters of one GPU and the port beside it, as they stand since the node booted. */
final class Counters {
    long ecc;
    long replays;
    long nvlink;
    long symbols;
    long downs;

    private final double eccRate;
    private final double replayRate;
    private final double nvlinkRate;
    private final double symbolRate;

    Counters(Dice dice) {
        boolean weakCells = dice.chance(0.25);
        ecc = weakCells ? dice.below(900) : 0;
        eccRate = weakCells ? dice.uniform(0, 0.004) : 0;
        replays = dice.below(240);
        replayRate = dice.chance(0.3) ? dice.uniform(0, 0.01) : 0;
        nvlink = dice.below(2600);
        nvlinkRate = dice.uniform(0, 0.01);
        boolean worn = dice.chance(0.04);
        // A cable that was always noisy: near the end of 16 bits, and no exchange ever waits for
        // it.
        symbols = worn ? 63_000 + dice.below(4000) : dice.below(4000);
        symbolRate = worn ? dice.uniform(0.3, 3) : dice.chance(0.4) ? dice.uniform(0, 0.03) : 0;
        downs = dice.chance(0.2) ? 1 + dice.below(3) : 0;
    }

    void age(double seconds, Dice dice) {
        ecc += dice.poisson(eccRate * seconds);
        replays += dice.poisson(replayRate * seconds);
        nvlink += dice.poisson(nvlinkRate * seconds);
        symbols += dice.poisson(symbolRate * seconds);
    }

    /** What the faults of this GPU add; the network's errors are the node's to place. */
    void suffer(Stress stress, double seconds, Dice dice) {
        if (stress.has(Kind.ECC)) {
            ecc += dice.poisson(4.5 * seconds);
        }
        if (stress.has(Kind.PCIE)) {
            replays += dice.poisson(0.6 * seconds);
        }
        if (stress.has(Kind.NVLINK)) {
            nvlink += dice.poisson(3 * seconds);
        }
    }

    void restart() {
        ecc = 0;
        replays = 0;
        nvlink = 0;
        symbols = 0;
        downs = 0;
    }
}
