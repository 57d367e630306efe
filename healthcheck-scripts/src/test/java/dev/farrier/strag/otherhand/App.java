package dev.farrier.strag.otherhand;

import java.util.List;

/**
 * A program that jobs run: what its step is made of, how unevenly it works, what it does beside
 * stepping.
 */
record App(
        String name, double stepMs, Bound bound, Draw draw, Noise noise, Rhythm rhythm, Work work) {

    /**
     * Shares of a healthy rank's own time; what is left of the first four depends on nothing here.
     *
     * @param nvlink time of the exchange within a node, of the own time, that nothing hides
     * @param network the same between nodes
     */
    record Bound(
            double clock, double memory, double pcie, double host, double nvlink, double network) {
        double rest() {
            return 1 - clock - memory - pcie - host;
        }
    }

    /**
     * @param boost SM clock of a typical GPU, of sm_max
     * @param power of tdp, at that clock and without waiting
     * @param density SM-active share while it computes
     * @param capBit share of the samples in which a healthy GPU shows the software power cap
     * @param cpu percent of the node's cores
     */
    record Draw(double boost, double power, double density, double capBit, double cpu) {}

    /**
     * @param white deviation of a sample's own time
     * @param wander deviation of the slow part, an AR(1) process
     * @param memory its coefficient
     * @param tail share of the samples with one slow step in them
     */
    record Noise(double white, double wander, double memory, double tail) {
        static final Noise QUIET = new Noise(0.006, 0.004, 0.9, 0);
        static final Noise ROUGH = new Noise(0.012, 0.012, 0.93, 0.01);
    }

    /**
     * @param evalEvery seconds from one evaluation to the next, 0 for none
     * @param checkpointEvery seconds, 0 for none
     * @param stall chance a node and sample that its data loader starves all its ranks
     * @param growth of the step over the job: sequences get longer
     */
    record Rhythm(
            double evalEvery, double evalFor, double checkpointEvery, double stall, double growth) {
        static final Rhythm STEADY = new Rhythm(0, 0, 0, 0, 0);

        boolean evaluates(double age) {
            return evalEvery > 0 && age > evalEvery && age % evalEvery < evalFor;
        }

        boolean saves(double age, double interval) {
            return checkpointEvery > 0 && age > checkpointEvery && age % checkpointEvery < interval;
        }
    }

    /**
     * @param stages relative work of each pipeline stage; a job with another depth stretches the
     *     list
     * @param routing deviation of a rank's share of tokens, slowly changing (mixture of experts)
     * @param slowRank a rank that the code gives more to do, or -1
     * @param slowBy factor of that work
     */
    record Work(List<Double> stages, double routing, int slowRank, double slowBy) {
        static final Work EVEN = new Work(List.of(1.0), 0, -1, 1);

        static Work staged(Double... stages) {
            return new Work(List.of(stages), 0, -1, 1);
        }

        double of(int rank, int ranks, int depth) {
            int stage = rank * depth / ranks;
            double share = stages.get(stage * stages.size() / depth);
            return rank == slowRank ? share * slowBy : share;
        }
    }

    App with(Rhythm other) {
        return new App(name, stepMs, bound, draw, noise, other, work);
    }

    App with(Work other) {
        return new App(name, stepMs, bound, draw, noise, rhythm, other);
    }

    App with(Noise other) {
        return new App(name, stepMs, bound, draw, other, rhythm, work);
    }

    App called(String other) {
        return new App(other, stepMs, bound, draw, noise, rhythm, work);
    }

    // Names as users give them; the shares are guesses in the range that profiles of such programs
    // show.
    static final App DENSE_LLM =
            new App(
                    "pretrain-7b",
                    5200,
                    new Bound(0.72, 0.16, 0.01, 0.03, 0.10, 0.12),
                    new Draw(0.945, 0.84, 0.62, 0.05, 18),
                    new Noise(0.007, 0.005, 0.9, 0.002),
                    Rhythm.STEADY,
                    Work.EVEN);
    static final App MEMORY_BOUND =
            new App(
                    "rec-embed",
                    810,
                    new Bound(0.22, 0.55, 0.06, 0.05, 0.06, 0.10),
                    new Draw(0.985, 0.52, 0.38, 0, 31),
                    Noise.ROUGH,
                    Rhythm.STEADY,
                    Work.EVEN);
    static final App OFFLOADING =
            new App(
                    "zero-offload",
                    9400,
                    new Bound(0.45, 0.18, 0.20, 0.08, 0.05, 0.08),
                    new Draw(0.965, 0.66, 0.45, 0, 44),
                    new Noise(0.01, 0.01, 0.92, 0.004),
                    Rhythm.STEADY,
                    Work.EVEN);
    static final App EXPERTS =
            new App(
                    "moe-16e",
                    3900,
                    new Bound(0.60, 0.22, 0.01, 0.05, 0.12, 0.18),
                    new Draw(0.955, 0.74, 0.52, 0.03, 20),
                    new Noise(0.012, 0.008, 0.9, 0.005),
                    Rhythm.STEADY,
                    new Work(List.of(1.0), 0.07, -1, 1));
    static final App VISION =
            new App(
                    "vit-finetune",
                    420,
                    new Bound(0.50, 0.22, 0.05, 0.18, 0.06, 0.08),
                    new Draw(0.975, 0.63, 0.49, 0.01, 52),
                    new Noise(0.014, 0.012, 0.85, 0.01),
                    new Rhythm(0, 0, 0, 0.006, 0),
                    Work.EVEN);
}
