package dev.farrier.straggler;

/**
 * Finds what makes the whole job slow and shows in no rank's own time: link errors, a busy host
 * where nobody reports own times.
 *
 * <p>The sign says which node, the job's step says whether it matters, and both must come or go
 * together: a sign without a longer step is evidence without effect.
 */
final class StepWatch {
    private static final int FEWEST_SAMPLES = 3;

    /** A step that has not become longer by then gets longer by something else. */
    private static final int MOST_SAMPLES = 24;

    /**
     * Samples without the sign after which the step shows what it cost, and after which it is over.
     */
    private static final int GONE_AFTER = 2;

    private static final int QUIET_AFTER = 3;

    /** Samples that the past must rest on. */
    private static final int FEWEST_PAST = 4;

    private static final float PAST_MEMORY = 64;

    /** A link test that low proves a fault that was there before the job. */
    private static final double TEST_LOW = 0.10;

    private final StragglerSettings settings;

    StepWatch(StragglerSettings settings) {
        this.settings = settings;
    }

    /** Whether a test of the link may prove what the job's steps cannot. */
    static boolean asksForTest(StepState state) {
        return state.fromTheStart || !state.active && state.pastSamples < FEWEST_PAST;
    }

    /**
     * One tick of one sign of one node.
     *
     * @param value strength of the sign: errors a second on all its ports, points of CPU use; NaN
     *     where unknown
     * @param least the value from which it is a sign at all; it must also be a multiple of the
     *     node's own past
     * @param testLoss what the link lost in its test before the job, where {@link #asksForTest}
     * @return effect on the job's step when it is slow by this and that was not said before, else
     *     NaN
     */
    double effect(StepState state, float value, double least, JobPace job, double testLoss) {
        if (Float.isNaN(value)) {
            return Double.NaN;
        }
        boolean hot =
                value
                        >= Math.max(
                                least,
                                state.pastSamples < FEWEST_PAST
                                        ? 0
                                        : settings.linkHistory() * state.past);
        if (!state.active && state.pastSamples < FEWEST_PAST) {
            return first(state, value, hot, job, testLoss);
        }
        if (state.fromTheStart && !hot) {
            hot = value >= least && value >= state.past / settings.linkHistory();
        } else if (state.fromTheStart) {
            state.fromTheStart = false;
            begin(state, job);
        }
        if (!hot) {
            return quiet(state, value, job);
        }
        if (!state.active) {
            begin(state, job);
        }
        state.coldRun = 0;
        state.add(job);
        if (state.reported
                || state.fromTheStart
                || state.samples < FEWEST_SAMPLES
                || state.samples > MOST_SAMPLES
                || Float.isNaN(state.stepBefore)) {
            return state.fromTheStart ? byTest(state, job, testLoss) : Double.NaN;
        }
        return mattering(rise(state, job));
    }

    /**
     * The first samples make the past; a sign that is in all of them was there from the start, and
     * nobody saw a step without it.
     */
    private double first(StepState state, float value, boolean hot, JobPace job, double testLoss) {
        state.learn(value, PAST_MEMORY);
        state.fromTheStart = hot && (state.fromTheStart || state.pastSamples == 1);
        if (!state.fromTheStart) {
            return Double.NaN;
        }
        state.add(job);
        if (state.pastSamples == FEWEST_PAST) {
            state.active = true;
        }
        return state.pastSamples < FEWEST_PAST ? Double.NaN : byTest(state, job, testLoss);
    }

    private double quiet(StepState state, float value, JobPace job) {
        if (!state.active) {
            state.learn(value, PAST_MEMORY);
            return Double.NaN;
        }
        state.coldRun++;
        double fall =
                state.fromTheStart && !state.reported && state.coldRun >= GONE_AFTER
                        ? fall(state, job)
                        : Double.NaN;
        if (state.coldRun < QUIET_AFTER) {
            return mattering(fall);
        }
        state.active = false;
        state.fromTheStart = false;
        state.past = value;
        state.pastSamples = FEWEST_PAST;
        return mattering(fall);
    }

    private void begin(StepState state, JobPace job) {
        state.active = true;
        state.stepBefore = job.stepBefore();
        state.slowestBefore = job.slowestBefore();
        state.restart();
        state.reported = false;
    }

    private double mattering(double effect) {
        return effect >= settings.stepMatters() ? effect : Double.NaN;
    }

    /**
     * How much longer the step is than before, without what the slowest rank has become slower by;
     * the lower of all samples and the newest.
     */
    private static double rise(StepState state, JobPace job) {
        double slower = 0;
        if (!Float.isNaN(state.slowestBefore) && state.slowestSamples > 0) {
            slower = Math.exp(state.slowestMean) - Math.exp(state.slowestBefore);
        }
        double before = Math.exp(state.stepBefore);
        double all = Math.log((Math.exp(state.stepMean) - slower) / before);
        double newest = Math.log((Math.exp(job.stepNow(state.samples)) - slower) / before);
        return Math.min(all, newest);
    }

    /**
     * How much shorter the step has become when the sign went away, without what the slowest rank
     * has become faster by.
     */
    private static double fall(StepState state, JobPace job) {
        double now = Math.exp(job.stepNow(state.coldRun));
        double slowestNow = job.slowestNow(state.coldRun);
        double faster =
                state.slowestSamples == 0 || Double.isNaN(slowestNow)
                        ? 0
                        : Math.exp(state.slowestMean) - Math.exp(slowestNow);
        return Math.log((Math.exp(state.stepMean) - faster) / now);
    }

    /**
     * A step without the fault was never seen: what the test of the link lost, of the part of the
     * step that is no rank's own time.
     */
    private double byTest(StepState state, JobPace job, double testLoss) {
        boolean known =
                testLoss >= TEST_LOW
                        && !Float.isNaN(job.logSlowest())
                        && !Float.isNaN(job.logStep());
        if (state.reported || !known) {
            return Double.NaN;
        }
        double communication =
                Math.max(0, 1 - Math.exp(job.slowestNow(FEWEST_PAST) - job.stepNow(FEWEST_PAST)));
        double effect = -Math.log(1 - communication * (1 - Math.exp(-testLoss)));
        return effect >= settings.matters() ? effect : Double.NaN;
    }
}
