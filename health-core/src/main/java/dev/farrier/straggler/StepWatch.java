package dev.farrier.straggler;

/**
 * Finds what makes the whole job slow and shows in no rank's own time: link errors, a busy host
 * where nobody reports own times.
 *
 * <p>The sign says which node, the job's step says whether it matters, and both must come or go
 * together: a sign without a longer step is evidence without effect, and a sign that this node
 * shows now and then is none.
 */
final class StepWatch {
    private static final int FEWEST_SAMPLES = 3;
    private static final int FEWEST_HOT = 2;

    /** A step that has not become longer by then gets longer by something else. */
    private static final int MOST_SAMPLES = 24;

    /**
     * Samples without the sign after which the step shows what it cost, and after which it is over.
     */
    private static final int GONE_AFTER = 2;

    private static final int QUIET_AFTER = 6;

    /** Samples that the past must rest on. */
    private static final int FEWEST_PAST = 3;

    /** A link test that low proves a fault that was there before the job. */
    private static final double TEST_LOW = 0.10;

    /** A sign must stand out of the node's own past by that many of its standard deviations. */
    private static final double PAST_SIGMAS = 4;

    /** The rise must be that many times its own error. */
    private static final double SIGMAS = 3;

    /**
     * Only errors that many times the least are taken for a step that is longer than in other jobs.
     */
    private static final double MANY = 4;

    private static final double MEDIAN_ERROR = 1.25;

    /** No link makes a step that much longer at once; something else has changed. */
    private static final double MOST = Math.log(3);

    private final StragglerSettings settings;
    private final Level newest = new Level();
    private final Level mean = new Level();

    StepWatch(StragglerSettings settings) {
        this.settings = settings;
    }

    /** Whether a test of the link may prove what the job's steps cannot. */
    static boolean asksForTest(StepState state) {
        return state.fromTheStart || !state.active && state.past.count < FEWEST_PAST;
    }

    /**
     * One tick of one sign of one node.
     *
     * @param value strength of the sign: errors a second on all its ports, points of CPU use; NaN
     *     where unknown
     * @param least the value from which it is a sign at all; it must also stand out of the node's
     *     own past
     * @param testLoss what the link lost in its test before the job, where {@link #asksForTest}
     * @return effect on the job's step when it is slow by this and that was not said before, else
     *     NaN
     */
    double effect(StepState state, float value, double least, JobPace job, double testLoss) {
        if (Float.isNaN(value)) {
            return Double.NaN;
        }
        boolean hot = value >= Math.max(least, usual(state));
        if (!state.active && state.past.count < FEWEST_PAST) {
            return first(state, value, hot, job, testLoss);
        }
        if (state.fromTheStart && !hot) {
            hot = value >= least && value >= state.past.mean / settings.linkHistory();
        } else if (state.fromTheStart) {
            state.fromTheStart = false;
            begin(state, job);
        }
        if (!hot && !state.active) {
            state.past.add(value);
            return Double.NaN;
        }
        if (!state.active) {
            begin(state, job);
        }
        return hot ? present(state, value, job, testLoss) : absent(state, value, job);
    }

    private double usual(StepState state) {
        if (state.past.count < FEWEST_PAST) {
            return 0;
        }
        return Math.max(
                settings.linkHistory() * state.past.mean,
                state.past.mean + PAST_SIGMAS * state.past.deviation());
    }

    /**
     * The first samples make the past; a sign that is in all of them was there from the start, and
     * nobody saw a step without it.
     */
    private double first(StepState state, float value, boolean hot, JobPace job, double testLoss) {
        state.fromTheStart = hot && (state.fromTheStart || state.past.count == 0);
        state.past.add(value);
        if (!state.fromTheStart) {
            return Double.NaN;
        }
        state.add(job);
        state.active = state.past.count == FEWEST_PAST;
        return state.active ? unseen(state, job, testLoss) : Double.NaN;
    }

    private void begin(StepState state, JobPace job) {
        state.active = true;
        job.before(state.before);
        state.noise = (float) job.noiseBefore();
        state.restart();
        state.reported = false;
    }

    private double present(StepState state, float value, JobPace job, double testLoss) {
        state.coldRun = 0;
        state.hot++;
        state.unsaid.add(value);
        state.add(job);
        if (state.fromTheStart) {
            state.noise = (float) job.noiseBefore();
            return unseen(state, job, testLoss);
        }
        boolean enough =
                state.samples >= FEWEST_SAMPLES
                        && state.samples <= MOST_SAMPLES
                        && state.hot >= FEWEST_HOT
                        && !Float.isNaN(state.before.step);
        return state.reported || !enough ? Double.NaN : rise(state, job);
    }

    private double absent(StepState state, float value, JobPace job) {
        state.coldRun++;
        state.unsaid.add(value);
        double fall = Double.NaN;
        if (state.fromTheStart && !state.reported && state.coldRun >= GONE_AFTER) {
            fall = fall(state, job);
        } else if (!state.fromTheStart) {
            state.add(job);
        }
        if (state.coldRun >= QUIET_AFTER) {
            end(state, value);
        }
        return fall;
    }

    /**
     * What had its chance to matter and did not is part of the node's past; what nobody could
     * judge, or what mattered, is not.
     */
    private static void end(StepState state, float value) {
        state.active = false;
        if (state.fromTheStart) {
            state.past.clear();
            for (int i = 0; i < FEWEST_PAST; i++) {
                state.past.add(value);
            }
        } else if (!state.reported && !Float.isNaN(state.before.step)) {
            state.past.merge(state.unsaid);
        }
        state.fromTheStart = false;
    }

    /** How much longer the step is than before: the lower of all samples and the newest. */
    private double rise(StepState state, JobPace job) {
        if (job.logStep() - state.before.step > MOST) {
            return Double.NaN;
        }
        job.newest(state.samples, newest);
        state.mean(newest.slowest, mean);
        double all = longer(state.before, mean, state.samples, state.noise);
        return Double.isNaN(all)
                ? all
                : Math.min(all, longer(state.before, newest, state.samples, state.noise));
    }

    /** How much shorter the step has become when the sign went away. */
    private double fall(StepState state, JobPace job) {
        job.newest(state.coldRun, newest);
        state.mean(newest.slowest, mean);
        return longer(newest, mean, state.coldRun, state.noise);
    }

    /**
     * log(step / step before), NaN where it does not matter or may be chance. Where communication
     * is known it is the added communication that counts, less what a program with longer own times
     * adds to both.
     */
    private double longer(Level before, Level now, int samples, double noise) {
        boolean known = !Float.isNaN(before.communication) && !Float.isNaN(now.communication);
        double change = known ? now.communication - before.communication : now.step - before.step;
        double error = MEDIAN_ERROR * noise * Math.sqrt(1.0 / samples + 1.0 / JobPace.BEFORE);
        double effect = change;
        if (known) {
            double ofProgram = Math.max(0, now.slowest - before.slowest);
            double added = Math.exp(now.communication) - Math.exp(before.communication + ofProgram);
            effect = Math.log1p(Math.max(0, added) / Math.exp(before.step));
        }
        boolean matters =
                effect >= settings.stepMatters() && effect <= MOST && change >= SIGMAS * error;
        return matters ? effect : Double.NaN;
    }

    /**
     * A step without the fault was never seen in this job: other jobs of the application tell, or
     * the test of the link.
     */
    private double unseen(StepState state, JobPace job, double testLoss) {
        double logRatio = job.logRatio();
        if (state.reported || Double.isNaN(logRatio)) {
            return Double.NaN;
        }
        double longer = logRatio - job.usual().logRatio();
        boolean many = state.past.mean >= MANY * settings.linkErrorsPerSecond();
        if (many && longer >= settings.matters() + 2 * job.usual().spread()) {
            return longer;
        }
        return testLoss >= TEST_LOW ? byTest(logRatio, testLoss) : Double.NaN;
    }

    /** What the test of the link lost, of the part of the step that is no rank's own time. */
    private double byTest(double logRatio, double testLoss) {
        double communication = Math.max(0, 1 - Math.exp(-logRatio));
        double effect = -Math.log(1 - communication * (1 - Math.exp(-testLoss)));
        return effect >= settings.matters() ? effect : Double.NaN;
    }
}
