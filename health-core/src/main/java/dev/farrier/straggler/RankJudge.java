package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Judges each rank once a tick: is it slow, and does the hardware show why. */
final class RankJudge {
    /** Samples of the quiet past that a change is measured against. */
    private static final float FEWEST_QUIET = 4.5f;

    /** Below this share of H a rank counts as quiet; above half of it as slow. */
    private static final double QUIET_SHARE = 0.25;

    private static final double SLOW_SHARE = 0.5;

    /**
     * The CUSUM stops at this multiple of H, so that a long fault is over as soon as a short one.
     */
    private static final double CEILING = 1.5;

    /** A slow-down that the hardware itself declares is believed sooner when it is that large. */
    private static final double DECLARED_EFFECT = Math.log(1.10);

    /** An alarm waits while the slow-down still grows, at most this many samples. */
    private static final int MOST_HOLDS = 40;

    /** Samples that a rank is slow without a reason before it is called a suspect. */
    private static final int SUSPECT_AFTER = 3;

    private static final int NEWLY = 12;
    private static final int RISING_WINDOW = 8;
    private static final double RISING_SIGMAS = 2;
    private static final double RISING_LEAST = 0.015;
    private static final int LOOK_AGAIN_EVERY = 3;

    /** So many looks in a row must speak for another cause. */
    private static final int LOOKS = 3;

    private static final int FEW_SAMPLES = 3;
    private static final double ONCE_FAST = Math.log(1.5);
    private static final double UNDER_LOAD = Math.log(30);
    private static final double MEDIAN_ERROR = 1.25;

    private final JobWatch job;
    private final GpuModel[] models;
    private final StragglerSettings settings;
    private final EvidenceOfRank evidence;
    private final CauseOrder order;
    private final Announcer announcer;
    private final int window;

    private final float[] signals = new float[Signal.COUNT];
    private final float[] scratch = new float[Ring.CAPACITY];
    private final float[] residual;
    private final float[] sincePast;
    private final float[] ownChange;
    private final boolean[] confined;
    private final double[] majority;
    private boolean expectedKnown;

    RankJudge(
            JobWatch job,
            GpuModel[] models,
            StragglerSettings settings,
            EvidenceOfRank evidence,
            Announcer announcer) {
        this.job = job;
        this.models = models;
        this.settings = settings;
        this.evidence = evidence;
        this.announcer = announcer;
        order = new CauseOrder(settings);
        window = settings.window(job.shape.intervalSeconds());
        int ranks = job.shape.ranks();
        residual = new float[ranks];
        sincePast = new float[ranks];
        ownChange = new float[ranks];
        confined = confined();
        majority = new double[job.cohorts.bySku.length];
    }

    /** Cohorts that stand on one node: what slows the node as a whole does not show among them. */
    private boolean[] confined() {
        boolean[] result = new boolean[job.cohorts.byWork.length];
        for (int cohort = 0; cohort < result.length; cohort++) {
            result[cohort] =
                    job.nodes.length > 1
                            && Arrays.stream(job.cohorts.byWork[cohort])
                                            .map(job.cohorts::nodeOf)
                                            .distinct()
                                            .count()
                                    < 2;
        }
        return result;
    }

    void judge(Tick tick) {
        if (!expectedKnown) {
            learnFromTests();
            expectedKnown = true;
        }
        compareWithPast(tick);
        for (int cohort = 0; cohort < job.cohorts.byWork.length; cohort++) {
            follow(tick, cohort);
        }
        for (int node = 0; node < job.nodes.length; node++) {
            if (tick.reported[node]) {
                decide(tick, node);
            }
        }
    }

    /**
     * What each rank's own test lets expect of it among its peers, and whether the whole cohort is
     * slow against its reference.
     */
    private void learnFromTests() {
        float[] losses = new float[job.ranks.length];
        float[] expected = new float[job.ranks.length];
        float[] gemm = job.tests.results(ShortTest.Kind.GEMM, ShortTest.Phase.PROLOG);
        for (int rank = 0; rank < losses.length; rank++) {
            losses[rank] = (float) -Math.log(gemm[rank]);
        }
        for (int[] members : job.cohorts.byWork) {
            job.cohorts.deviations(losses, members, expected);
        }
        for (int rank = 0; rank < losses.length; rank++) {
            boolean believable = expected[rank] >= -settings.naturalLimit();
            job.ranks[rank].expected = believable ? expected[rank] : Float.NaN;
        }
        for (int sku = 0; sku < majority.length; sku++) {
            int[] members = job.cohorts.bySku[sku];
            double usual =
                    job.cohorts.median(losses, members)
                            + Math.log(models[members[0]].reference().gemm());
            majority[sku] = usual >= settings.testLowReference() ? usual : 0;
        }
    }

    private void compareWithPast(Tick tick) {
        if (!anyConfined()) {
            return;
        }
        for (int rank = 0; rank < ownChange.length; rank++) {
            ownChange[rank] =
                    tick.logOwn[rank] - job.ranks[rank].quiet.mean(Signal.LOG_OWN, FEWEST_QUIET);
        }
        job.cohorts.deviations(ownChange, job.cohorts.allRanks, sincePast);
    }

    private boolean anyConfined() {
        for (boolean each : confined) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    private void follow(Tick tick, int cohort) {
        int[] members = job.cohorts.byWork[cohort];
        NoiseScale scale = job.cohorts.noise[cohort];
        double noise = scale.scale(settings.leastNoiseOwn());
        double margin = MEDIAN_ERROR * settings.natural() / Math.sqrt(members.length);
        double kappaLevel = Math.max(settings.matters() + margin, settings.noiseShare() * noise);
        double kappaChange = Math.max(settings.changeMatters(), settings.noiseShare() * noise);
        double elasticity = job.cohorts.elasticity[cohort].estimate(noise);
        for (int rank : members) {
            RankState state = job.ranks[rank];
            float d = job.cohorts.deviation[rank];
            residual[rank] = state.recent.size() < 3 ? Float.NaN : Math.abs(d - state.median);
            if (Float.isNaN(d)) {
                continue;
            }
            state.recent.add(d);
            state.median = state.recent.median(window, scratch);
            if (!Float.isNaN(job.cohorts.clockLoss[rank])) {
                state.clocks.add(job.cohorts.clockLoss[rank]);
            }
            double quiet = state.quiet.mean(Signal.DEVIATION, FEWEST_QUIET);
            double change = d - quiet;
            if (confined[cohort] && sincePast[rank] > change) {
                change = sincePast[rank];
            }
            state.level = cusum(state.level, d + offset(rank), kappaLevel, noise);
            state.change = cusum(state.change, change, kappaChange, noise);
            state.rest = cusum(state.rest, d - elasticity * state.expected, kappaChange, noise);
            job.cohorts.elasticity[cohort].add(d, state.expected);
            read(tick, rank, d);
            declare(state, d, quiet);
            learn(state, noise);
        }
        scale.add(job.cohorts.median(residual, members), window);
    }

    private float cusum(float sum, double value, double kappa, double noise) {
        return TruncatedCusum.next(
                sum, value, kappa, noise, settings.clip(), CEILING * settings.alarm());
    }

    /** How slow the rank's peers are themselves, against the reference of their SKU. */
    private double offset(int rank) {
        return majority[job.cohorts.skuOfRank[rank]];
    }

    private void read(Tick tick, int rank, float d) {
        GpuModel model = models[rank];
        int node = job.cohorts.nodeOf(rank);
        set(Signal.DEVIATION, d);
        set(Signal.LOG_OWN, tick.logOwn[rank]);
        set(Signal.CLOCK_LOSS, job.cohorts.clockLoss[rank]);
        set(Signal.CLOCK_BELOW_MAX, (float) Math.log(model.smMaxMhz()) - tick.logClock[rank]);
        set(Signal.HOTTER, job.cohorts.hotter[rank]);
        set(Signal.HEADROOM, (float) model.slowdownCelsius() - tick.temperature[rank]);
        set(Signal.POWER_LOSS, job.cohorts.powerLoss[rank]);
        set(
                Signal.POWER_BELOW_LIMIT,
                (float) Math.log(model.powerLimitWatts()) - tick.logPower[rank]);
        set(Signal.BRAKE, tick.brake(rank));
        set(Signal.HOT_BIT, tick.hot(rank));
        set(Signal.SLOWDOWN_BIT, tick.slowdown(rank));
        set(Signal.CAP_BIT, tick.cap(rank));
        set(
                Signal.CAP_ABOVE,
                tick.cap(rank) - job.cohorts.cappedShare[job.cohorts.skuOfRank[rank]]);
        set(Signal.NARROW, below(tick.width[rank], model.pcieWidth()));
        boolean loaded = !(tick.logActive[rank] < UNDER_LOAD);
        set(
                Signal.OLD_GENERATION,
                loaded ? below(tick.generation[rank], model.pcieGeneration()) : Float.NaN);
        set(Signal.MEMORY_ERRORS, tick.memoryErrors[rank]);
        set(Signal.REPLAYS, tick.replays[rank]);
        set(Signal.CPU, tick.cpu[node]);
        set(Signal.CPU_ABOVE, job.cohorts.cpuAbove[node]);
    }

    private void set(Signal signal, float value) {
        signals[signal.place()] = value;
    }

    private static float below(float value, int expected) {
        return Float.isNaN(value) || expected == 0 ? Float.NaN : value < expected ? 1 : 0;
    }

    /**
     * Counts samples in which a reason bit says that the hardware slows itself down and the times,
     * or clock and times against the own past, show it.
     */
    private void declare(RankState state, float d, double quiet) {
        boolean bit = signal(Signal.BRAKE) == 1 || signal(Signal.HOT_BIT) == 1;
        boolean slow = d >= DECLARED_EFFECT || d - quiet >= DECLARED_EFFECT || slowByItself(state);
        state.declaredRun =
                bit && slow ? state.declaredRun + 1 : Math.max(0, state.declaredRun - 1);
    }

    private boolean slowByItself(RankState state) {
        double clock =
                signal(Signal.CLOCK_BELOW_MAX)
                        - state.quiet.mean(Signal.CLOCK_BELOW_MAX, FEWEST_QUIET);
        double own = signal(Signal.LOG_OWN) - state.quiet.mean(Signal.LOG_OWN, FEWEST_QUIET);
        return clock >= DECLARED_EFFECT && !(own < settings.matters());
    }

    private float signal(Signal signal) {
        return signals[signal.place()];
    }

    private void learn(RankState state, double noise) {
        float highest = state.highestSum();
        if (highest > 0 || state.declaredRun > 0) {
            state.episode.add(signals);
            state.episodeLength++;
        } else if (state.episodeLength > 0) {
            state.episode.clear();
            state.episodeLength = 0;
        }
        boolean quiet = highest < QUIET_SHARE * settings.alarm() && state.declaredRun == 0;
        if (quiet && !isOnceFast(state, noise)) {
            state.quiet.add(signals);
        }
        float mean = state.jobMean;
        state.jobSamples++;
        double clipped =
                Math.max(
                        -settings.clip() * noise,
                        Math.min(settings.clip() * noise, signal(Signal.DEVIATION) - mean));
        state.jobMean =
                state.jobSamples == 1
                        ? signal(Signal.DEVIATION)
                        : (float) (mean + clipped / Math.min(state.jobSamples, 64));
    }

    /** A single sample far below the others says nothing of what is usual. */
    private boolean isOnceFast(RankState state, double noise) {
        float d = signal(Signal.DEVIATION);
        return state.recent.size() < FEW_SAMPLES
                ? d < -ONCE_FAST
                : d < state.median - settings.clip() * noise;
    }

    private void decide(Tick tick, int node) {
        int gpus = job.shape.gpusPerNode();
        double slowShare = slowShare(node);
        for (int rank = node * gpus; rank < (node + 1) * gpus; rank++) {
            RankState state = job.ranks[rank];
            if (state.alarm != null) {
                state.alarmedSamples++;
                followAlarm(tick, rank, slowShare);
            } else if (state.highestSum() > 0 || state.declaredRun > 0) {
                look(tick, rank, slowShare);
            }
        }
    }

    /**
     * Whether any rank has lately become slow, alarmed or not: then a longer step may be its doing.
     */
    boolean isAnyNewlySlow() {
        for (RankState state : job.ranks) {
            if (state.highestSum() >= SLOW_SHARE * settings.alarm()
                    && state.episodeLength <= NEWLY) {
                return true;
            }
        }
        return false;
    }

    private double slowShare(int node) {
        int gpus = job.shape.gpusPerNode();
        int slow = 0;
        for (int rank = node * gpus; rank < (node + 1) * gpus; rank++) {
            slow += job.ranks[rank].highestSum() >= SLOW_SHARE * settings.alarm() ? 1 : 0;
        }
        return (double) slow / gpus;
    }

    private void look(Tick tick, int rank, double slowShare) {
        RankState state = job.ranks[rank];
        Slowness slowness = slowness(rank);
        if (slowness == null) {
            return;
        }
        Evidence found =
                evidence.of(
                        rank,
                        slowness.effect(),
                        slowness.began(),
                        slowness.declared(),
                        offset(rank),
                        slowShare);
        Cause cause = order.causeOf(found);
        if (cause == Cause.UNEVEN_WORK) {
            state.unexplained++;
            state.unexplainedBegan = slowness.began();
            double more = (slowness.effect() - state.unexplainedEffect) / state.unexplained;
            state.unexplainedEffect = (float) (state.unexplainedEffect + more);
            if (state.unexplained == SUSPECT_AFTER) {
                announcer.suspect(rank, tick.time, slowness.effect(), found);
            }
            return;
        }
        double noise =
                job.cohorts.noise[job.cohorts.workOfRank[rank]].scale(settings.leastNoiseOwn());
        boolean rising = isRising(state, noise);
        if (rising && state.holds < MOST_HOLDS) {
            state.holds++;
            return;
        }
        alarm(tick.index, tick.time, rank, cause, slowness.effect(), found);
    }

    /** Still getting slower, by its times or by its clock. */
    private boolean isRising(RankState state, double noise) {
        int newest = Math.min(RISING_WINDOW, state.episodeLength);
        return state.recent.isRising(newest, noise, RISING_SIGMAS, RISING_LEAST)
                || state.clocks.isRising(
                        newest, settings.leastNoiseClock(), RISING_SIGMAS, RISING_LEAST);
    }

    /** How slow a rank is by the comparison that says so, or null when none does. */
    private @Nullable Slowness slowness(int rank) {
        RankState state = job.ranks[rank];
        double median = state.median;
        double newest = state.recent.median(Math.min(3, window), scratch);
        double quiet = state.quiet.mean(Signal.DEVIATION, FEWEST_QUIET);
        double change = median - quiet;
        if (confined[job.cohorts.workOfRank[rank]]) {
            double past =
                    state.episode.mean(Signal.LOG_OWN)
                            - state.quiet.mean(Signal.LOG_OWN, FEWEST_QUIET);
            if (sincePast[rank] > settings.effectMatters() && past > change) {
                change = Math.min(past, sincePast[rank]);
            }
        }
        if (state.change > settings.alarm() && change > settings.effectMatters()) {
            return new Slowness(change, true, false);
        }
        if (state.level > settings.alarm() && median + offset(rank) > settings.matters()) {
            return new Slowness(median + offset(rank), false, false);
        }
        if (state.rest > settings.alarm() && rest(rank, median) > settings.effectMatters()) {
            return new Slowness(rest(rank, median), false, false);
        }
        if (state.declaredRun >= (window + 1) / 2) {
            boolean began = !Double.isNaN(quiet);
            double effect = Math.max(newest, began ? newest - quiet : newest);
            return new Slowness(Math.max(effect, DECLARED_EFFECT), began, true);
        }
        return null;
    }

    /**
     * Deviation beyond what its own test lets expect in an application that follows the test as far
     * as this one does.
     */
    private double rest(int rank, double deviation) {
        int cohort = job.cohorts.workOfRank[rank];
        double noise = job.cohorts.noise[cohort].scale(settings.leastNoiseOwn());
        return deviation
                - job.cohorts.elasticity[cohort].estimate(noise) * job.ranks[rank].expected;
    }

    private record Slowness(double effect, boolean began, boolean declared) {}

    private void alarm(
            int tick, double time, int rank, Cause cause, double effect, Evidence found) {
        RankState state = job.ranks[rank];
        boolean ofNode = isOfNode(rank, cause);
        state.alarm = cause;
        state.alarmTick = tick;
        state.alarmEffect = (float) effect;
        state.otherCause = null;
        state.calmRun = 0;
        state.holds = 0;
        if (!ofNode) {
            announcer.rank(rank, time, cause, effect, found);
            return;
        }
        int node = job.cohorts.nodeOf(rank);
        if (job.nodes[node].wholeNode != cause) {
            job.nodes[node].wholeNode = cause;
            announcer.node(node, time, cause, effect, found);
        }
    }

    /** A host is the node's; a brake is when several of its GPUs feel it. */
    private boolean isOfNode(int rank, Cause cause) {
        if (cause == Cause.HOST) {
            return true;
        }
        if (cause != Cause.POWER_BRAKE || Float.isNaN(job.ranks[rank].episode.mean(Signal.BRAKE))) {
            return cause == Cause.POWER_BRAKE;
        }
        int gpus = job.shape.gpusPerNode();
        int node = job.cohorts.nodeOf(rank);
        int braked = 0;
        for (int each = node * gpus; each < (node + 1) * gpus; each++) {
            braked += job.ranks[each].episode.mean(Signal.BRAKE) > settings.bitShare() ? 1 : 0;
        }
        return braked >= Math.min(3, gpus);
    }

    /**
     * Says so when newer evidence speaks for another cause; ends the alarm when the rank has been
     * as fast as its peers for long.
     */
    private void followAlarm(Tick tick, int rank, double slowShare) {
        RankState state = job.ranks[rank];
        double median = state.median;
        boolean calm =
                state.highestSum() < QUIET_SHARE * settings.alarm()
                        && state.declaredRun == 0
                        && median < settings.clears();
        state.calmRun = calm ? state.calmRun + 1 : 0;
        if (state.calmRun >= 3 * window) {
            state.alarm = null;
            state.unexplained = 0;
            endForNode(job.cohorts.nodeOf(rank));
            return;
        }
        if ((tick.index - state.alarmTick) % LOOK_AGAIN_EVERY != 0) {
            return;
        }
        Slowness slowness = slowness(rank);
        if (slowness != null) {
            Evidence found =
                    evidence.of(
                            rank,
                            slowness.effect(),
                            slowness.began(),
                            slowness.declared(),
                            offset(rank),
                            slowShare);
            correct(tick.index, tick.time, rank, slowness.effect(), found, LOOKS);
        }
    }

    /** What the node was alarmed for is over with the last of its ranks. */
    private void endForNode(int node) {
        int gpus = job.shape.gpusPerNode();
        for (int rank = node * gpus; rank < (node + 1) * gpus; rank++) {
            if (job.ranks[rank].alarm != null
                    && job.ranks[rank].alarm == job.nodes[node].wholeNode) {
                return;
            }
        }
        job.nodes[node].wholeNode = null;
    }

    private void correct(
            int tick, double time, int rank, double effect, Evidence found, int looks) {
        RankState state = job.ranks[rank];
        Cause cause = order.causeOf(found);
        Cause said = state.alarm;
        if (said == null || !CauseOrder.mayReplace(said, cause)) {
            state.otherCause = null;
            return;
        }
        state.otherCauseRun = cause == state.otherCause ? state.otherCauseRun + 1 : 1;
        state.otherCause = cause;
        if (state.otherCauseRun >= looks) {
            alarm(tick, time, rank, cause, effect, found);
        }
    }

    /**
     * The tests after the job: they may explain a rank that was slow without a reason, or give a
     * better reason.
     */
    void afterTests(int node, double time) {
        int gpus = job.shape.gpusPerNode();
        double slowShare = slowShare(node);
        for (int rank = node * gpus; rank < (node + 1) * gpus; rank++) {
            RankState state = job.ranks[rank];
            double median = state.median;
            double quiet = state.quiet.mean(Signal.DEVIATION, FEWEST_QUIET);
            double level =
                    state.quiet.weight(Signal.DEVIATION) < FEWEST_QUIET
                            ? median + offset(rank)
                            : Double.NaN;
            double rest = rest(rank, median);
            boolean began = !Double.isNaN(quiet) && median - quiet > settings.effectMatters();
            double effect =
                    began
                            ? median - quiet
                            : Math.max(
                                    Double.isNaN(level) ? rest : level,
                                    Double.isNaN(rest) ? level : rest);
            if (state.unexplained > window / 2) {
                began = state.unexplainedBegan;
                effect =
                        Double.isNaN(effect)
                                ? state.unexplainedEffect
                                : Math.max(effect, state.unexplainedEffect);
            }
            if (!(effect > settings.effectMatters())) {
                continue;
            }
            Evidence found = evidence.of(rank, effect, began, false, offset(rank), slowShare);
            boolean over = state.alarm == null && state.alarmEffect > 0;
            if (over) {
                continue;
            }
            if (state.alarm != null) {
                correct(state.alarmTick, time, rank, effect, found, 1);
            } else {
                Cause cause = order.causeOf(found);
                if (cause != Cause.UNEVEN_WORK) {
                    alarm(state.alarmTick, time, rank, cause, effect, found);
                }
            }
        }
    }

    void save(DataOutput out) throws IOException {
        out.writeBoolean(expectedKnown);
        for (double each : majority) {
            out.writeDouble(each);
        }
    }

    void restore(DataInput in) throws IOException {
        expectedKnown = in.readBoolean();
        for (int sku = 0; sku < majority.length; sku++) {
            majority[sku] = in.readDouble();
        }
    }
}
