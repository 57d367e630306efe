package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Follows each rank from tick to tick: its three comparisons, and the means of its signals in an
 * episode of slowness and in the quiet before. Says nothing of anybody; {@link RankJudge} does.
 */
final class RankFollower {
    /** Samples of the quiet past that a change is measured against. */
    static final float FEWEST_QUIET = 4.5f;

    /** Below this share of H a rank counts as quiet. */
    static final double QUIET_SHARE = 0.25;

    /** A slow-down that the hardware itself declares is believed sooner when it is that large. */
    static final double DECLARED_EFFECT = Math.log(1.10);

    /**
     * The CUSUM stops at this multiple of H, so that a long fault is over as soon as a short one.
     */
    private static final double CEILING = 1.5;

    private static final int FEW_SAMPLES = 3;
    private static final double ONCE_FAST = Math.log(1.5);
    private static final double UNDER_LOAD = Math.log(30);
    private static final double MEDIAN_ERROR = 1.25;

    private final JobWatch job;
    private final GpuModel[] models;
    private final StragglerSettings settings;
    private final int window;

    private final float[] signals = new float[Signal.COUNT];
    private final float[] scratch = new float[Ring.CAPACITY];
    private final float[] residual;
    private final float[] sincePast;
    private final float[] ownChange;
    private final boolean[] confined;
    private final boolean[] alone;
    private final double[] majority;
    private boolean expectedKnown;

    RankFollower(JobWatch job, GpuModel[] models, StragglerSettings settings) {
        this.job = job;
        this.models = models;
        this.settings = settings;
        window = settings.window(job.shape.intervalSeconds());
        int ranks = job.shape.ranks();
        residual = new float[ranks];
        sincePast = new float[ranks];
        ownChange = new float[ranks];
        confined = confined();
        alone = new boolean[job.cohorts.byWork.length];
        for (int cohort = 0; cohort < alone.length; cohort++) {
            alone[cohort] = job.cohorts.byWork[cohort].length <= PeerMedian.FEWEST_PEERS;
        }
        majority = new double[job.cohorts.bySku.length];
    }

    void follow(Tick tick) {
        if (!expectedKnown) {
            learnFromTests();
            expectedKnown = true;
        }
        compareWithPast(tick);
        for (int cohort = 0; cohort < job.cohorts.byWork.length; cohort++) {
            follow(tick, cohort);
        }
    }

    /**
     * Whether it has too few peers to be compared with; then only its own past and its tests say
     * something, and never for sure.
     */
    boolean isAlone(int rank) {
        return alone[job.cohorts.workOfRank[rank]];
    }

    /**
     * Deviation of a change since the rank's own past against that of all others, where its peers
     * are of its own node; else NaN.
     */
    double sincePast(int rank) {
        return confined[job.cohorts.workOfRank[rank]] ? sincePast[rank] : Double.NaN;
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
        int many = job.isSparse() ? Math.min(Ring.CAPACITY, 2 * window) : window;
        for (int rank : members) {
            RankState state = job.ranks[rank];
            float d = alone[cohort] ? tick.logOwn[rank] : job.cohorts.deviation[rank];
            residual[rank] = state.recent.size() < 3 ? Float.NaN : Math.abs(d - state.median);
            if (Float.isNaN(d)) {
                continue;
            }
            state.recent.add(d);
            state.median = state.recent.median(many, scratch);
            if (Float.isNaN(job.cohorts.clockLoss[rank])) {
                state.clocks.clear();
            } else {
                state.clocks.add(job.cohorts.clockLoss[rank]);
            }
            double quiet = state.quiet.mean(Signal.DEVIATION, FEWEST_QUIET);
            double change = d - quiet;
            if (confined[cohort] && sincePast[rank] > change) {
                change = sincePast[rank];
            }
            state.change = cusum(state.change, change, kappaChange, noise);
            if (!alone[cohort]) {
                state.level = cusum(state.level, d + offset(rank), kappaLevel, noise);
                state.rest = cusum(state.rest, d - elasticity * state.expected, kappaChange, noise);
                job.cohorts.elasticity[cohort].add(d, state.expected);
            }
            read(tick, rank, d);
            declare(state, alone[cohort] ? Float.NaN : d, d - quiet);
            learn(state, noise);
            if (!alone[cohort]) {
                learnOfJob(state, noise);
            }
        }
        scale.add(job.cohorts.median(residual, members), window);
    }

    private float cusum(float sum, double value, double kappa, double noise) {
        return TruncatedCusum.next(
                sum, value, kappa, noise, settings.clip(), CEILING * settings.alarm());
    }

    /** How slow the rank's peers are themselves, against the reference of their SKU. */
    double offset(int rank) {
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
    private void declare(RankState state, float d, double change) {
        boolean bit = signal(Signal.BRAKE) == 1 || signal(Signal.HOT_BIT) == 1;
        boolean slow = d >= DECLARED_EFFECT || change >= DECLARED_EFFECT || slowByItself(state);
        state.declaredRun =
                bit && slow
                        ? Math.min(state.declaredRun + 1, window)
                        : Math.max(0, state.declaredRun - 1);
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
    }

    private void learnOfJob(RankState state, double noise) {
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

    /**
     * Deviation beyond what its own test lets expect in an application that follows the test as far
     * as this one does.
     */
    double rest(int rank, double deviation) {
        int cohort = job.cohorts.workOfRank[rank];
        double noise = job.cohorts.noise[cohort].scale(settings.leastNoiseOwn());
        return deviation
                - job.cohorts.elasticity[cohort].estimate(noise) * job.ranks[rank].expected;
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
