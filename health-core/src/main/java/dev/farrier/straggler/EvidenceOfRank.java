package dev.farrier.straggler;

/**
 * Gathers what speaks for one cause or another on one rank, from its episode, the quiet before it,
 * and the short tests.
 */
final class EvidenceOfRank {
    /** Samples that a mean of an episode, and of the quiet before, must rest on. */
    private static final float IN_EPISODE = 1.5f;

    private static final float IN_QUIET = 3;

    /** Errors must be that many times what they were before. */
    private static final double MORE_ERRORS = 3;

    /**
     * −log of the clock under load to the highest clock, and of the power to the limit, which are
     * usual on good GPUs.
     */
    private static final double USUAL_CLOCK_BELOW_MAX = 0.06;

    private static final double USUAL_POWER_BELOW_LIMIT = 0.3;

    private final JobWatch job;

    EvidenceOfRank(JobWatch job) {
        this.job = job;
    }

    /**
     * @param began whether the slowness began during the job
     * @param declared whether the hardware itself says so, whatever the peers do
     * @param majority how slow the whole cohort is against the reference of its SKU, 0 when it is
     *     not
     */
    Evidence of(
            int rank,
            double effect,
            boolean began,
            boolean declared,
            double majority,
            double slowShare) {
        RankState state = job.ranks[rank];
        return new Evidence(
                effect,
                began,
                clockLoss(state, began, declared, majority),
                inEpisode(state, Signal.HOTTER),
                began ? inEpisode(state, Signal.HOTTER) - before(state, Signal.HOTTER) : Double.NaN,
                inEpisode(state, Signal.HEADROOM),
                powerLoss(state, began, majority),
                inEpisode(state, Signal.BRAKE),
                inEpisode(state, Signal.HOT_BIT),
                inEpisode(state, Signal.SLOWDOWN_BIT),
                inEpisode(state, Signal.CAP_BIT),
                majority > 0 ? 1 : inEpisode(state, Signal.CAP_ABOVE),
                more(state, Signal.NARROW, began, 1),
                more(state, Signal.OLD_GENERATION, began, 1),
                more(state, Signal.MEMORY_ERRORS, began, MORE_ERRORS),
                more(state, Signal.REPLAYS, began, MORE_ERRORS),
                testLoss(rank, ShortTest.Kind.GEMM, began),
                began ? Double.NaN : lossToReference(rank),
                Math.exp(-testLoss(rank, ShortTest.Kind.HBM, began)),
                Math.exp(-testLoss(rank, ShortTest.Kind.HOST_TO_DEVICE, began)),
                cpuAbove(state, began),
                job.tests.latencyRatio(job.cohorts.nodeOf(rank)),
                slowShare,
                companyShare(rank));
    }

    private static double inEpisode(RankState state, Signal signal) {
        return state.episode.mean(signal, IN_EPISODE);
    }

    private static double before(RankState state, Signal signal) {
        return state.quiet.mean(signal, IN_QUIET);
    }

    private static double clockLoss(
            RankState state, boolean began, boolean declared, double majority) {
        double level = inEpisode(state, Signal.CLOCK_LOSS);
        double loss = level;
        if (began && !Double.isNaN(before(state, Signal.CLOCK_LOSS))) {
            loss = level - before(state, Signal.CLOCK_LOSS);
        }
        double belowMax = inEpisode(state, Signal.CLOCK_BELOW_MAX);
        if (majority > 0) {
            loss += Math.max(0, Math.min(majority, belowMax - level - USUAL_CLOCK_BELOW_MAX));
        }
        if (declared) {
            double ofItself = belowMax - before(state, Signal.CLOCK_BELOW_MAX);
            double own = Double.isNaN(ofItself) ? belowMax - USUAL_CLOCK_BELOW_MAX : ofItself;
            loss = Double.isNaN(loss) ? own : Math.max(loss, own);
        }
        return loss;
    }

    private static double powerLoss(RankState state, boolean began, double majority) {
        double level = inEpisode(state, Signal.POWER_LOSS);
        double before = before(state, Signal.POWER_LOSS);
        double loss = began && !Double.isNaN(before) ? level - before : level;
        return majority > 0
                ? Math.max(
                        loss, inEpisode(state, Signal.POWER_BELOW_LIMIT) - USUAL_POWER_BELOW_LIMIT)
                : loss;
    }

    /** The mean of the episode, less what was usual before when it began during the job. */
    private static double more(RankState state, Signal signal, boolean began, double times) {
        double now = inEpisode(state, signal);
        double before = before(state, signal);
        return began && !Double.isNaN(before) ? Math.max(0, now - times * before) : now;
    }

    /** A test before the job says nothing of what began during it. */
    private double testLoss(int rank, ShortTest.Kind kind, boolean began) {
        double prolog = job.tests.loss(rank, kind, ShortTest.Phase.PROLOG);
        double epilog = job.tests.loss(rank, kind, ShortTest.Phase.EPILOG);
        if (!began) {
            return Double.isNaN(epilog)
                    ? prolog
                    : Double.isNaN(prolog) ? epilog : Math.max(prolog, epilog);
        }
        return Double.isNaN(prolog) ? epilog : epilog - prolog;
    }

    private double lossToReference(int rank) {
        return job.tests.lossToReference(
                rank, ShortTest.Kind.GEMM, job.tests.newest(rank, ShortTest.Kind.GEMM));
    }

    /** The lower of how busy the host is against the others and against its own past. */
    private static double cpuAbove(RankState state, boolean began) {
        double others = inEpisode(state, Signal.CPU_ABOVE);
        double rise = inEpisode(state, Signal.CPU) - before(state, Signal.CPU);
        if (Double.isNaN(rise) || !began) {
            return others;
        }
        return Double.isNaN(others) ? rise : Math.min(others, rise);
    }

    private double companyShare(int rank) {
        int gpus = job.shape.gpusPerNode();
        int first = job.cohorts.nodeOf(rank) * gpus;
        int company = 0;
        for (int each = first; each < first + gpus; each++) {
            RankState state = job.ranks[each];
            company += each == rank || state.alarm == null && state.unexplained > 0 ? 1 : 0;
        }
        return (double) company / gpus;
    }
}
