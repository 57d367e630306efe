package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges each rank once a tick: is it slow, and does the hardware show why. */
final class RankJudge {
    /** From this share of H on a rank counts as slow. */
    private static final double SLOW_SHARE = 0.5;

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

    private final JobWatch job;
    private final StragglerSettings settings;
    private final RankFollower follower;
    private final EvidenceOfRank evidence;
    private final CauseOrder order;
    private final Announcer announcer;
    private final Episodes episodes;
    private final int window;
    private final float[] scratch = new float[Ring.CAPACITY];

    RankJudge(
            JobWatch job,
            StragglerSettings settings,
            RankFollower follower,
            EvidenceOfRank evidence,
            Announcer announcer) {
        this.job = job;
        this.settings = settings;
        this.follower = follower;
        this.evidence = evidence;
        this.announcer = announcer;
        episodes = new Episodes(job.shape);
        order = new CauseOrder(settings);
        window = settings.window(job.shape.intervalSeconds());
    }

    void judge(Tick tick) {
        for (int node = 0; node < job.nodes.length; node++) {
            if (tick.reported[node]) {
                decide(tick, node);
            }
        }
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
        Evidence found = gather(rank, slowness, slowShare);
        Cause cause = order.causeOf(found);
        boolean alone = follower.isAlone(rank);
        if (alone && cause == Cause.UNEVEN_WORK) {
            return;
        }
        if (cause == Cause.UNEVEN_WORK || alone) {
            state.unexplained++;
            state.unexplainedBegan = slowness.began();
            double more = (slowness.effect() - state.unexplainedEffect) / state.unexplained;
            state.unexplainedEffect = (float) (state.unexplainedEffect + more);
            if (state.unexplained == SUSPECT_AFTER) {
                announcer.suspect(rank, tick.time, cause, slowness.effect(), found);
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

    /**
     * Without peers the clock, too, is compared with its own past, as where the hardware declares
     * it.
     */
    private Evidence gather(int rank, Slowness slowness, double slowShare) {
        return evidence.of(
                rank,
                slowness.effect(),
                slowness.began(),
                slowness.declared() || follower.isAlone(rank),
                follower.offset(rank),
                slowShare);
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
        double quiet = state.quiet.mean(Signal.DEVIATION, RankFollower.FEWEST_QUIET);
        double change = median - quiet;
        double sincePast = follower.sincePast(rank);
        if (sincePast > settings.effectMatters()) {
            double past =
                    state.episode.mean(Signal.LOG_OWN)
                            - state.quiet.mean(Signal.LOG_OWN, RankFollower.FEWEST_QUIET);
            change = past > change ? Math.min(past, sincePast) : change;
        }
        if (state.change > settings.alarm() && change > settings.effectMatters()) {
            return new Slowness(change, true, false);
        }
        if (state.level > settings.alarm() && median + follower.offset(rank) > settings.matters()) {
            return new Slowness(median + follower.offset(rank), false, false);
        }
        if (state.rest > settings.alarm()
                && follower.rest(rank, median) > settings.effectMatters()) {
            return new Slowness(follower.rest(rank, median), false, false);
        }
        if (state.declaredRun >= (window + 1) / 2) {
            boolean began = !Double.isNaN(quiet);
            double since = began ? newest - quiet : newest;
            double effect = follower.isAlone(rank) ? since : Math.max(newest, since);
            return new Slowness(Math.max(effect, RankFollower.DECLARED_EFFECT), began, true);
        }
        return null;
    }

    private void alarm(
            int tick, double time, int rank, Cause cause, double effect, Evidence found) {
        RankState state = job.ranks[rank];
        boolean ofNode = isOfNode(rank, cause);
        episodes.begin(rank, time, effect);
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
        double quiet = state.quiet.mean(Signal.DEVIATION, RankFollower.FEWEST_QUIET);
        double change = state.median - quiet;
        episodes.add(rank, Double.isNaN(quiet) ? state.median : Math.max(state.median, change));
        double slow = Double.isNaN(quiet) ? state.median : Math.min(state.median, change);
        boolean calm =
                state.highestSum() < RankFollower.QUIET_SHARE * settings.alarm()
                        && state.declaredRun == 0
                        && slow < settings.clears();
        state.calmRun = calm ? state.calmRun + 1 : 0;
        if (state.calmRun >= 3 * window) {
            episodes.end(rank, tick.time);
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
            Evidence found = gather(rank, slowness, slowShare);
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
            if (follower.isAlone(rank)) {
                suspectByTests(rank, time);
            } else {
                explainByTests(rank, time, slowShare);
            }
        }
    }

    private void explainByTests(int rank, double time, double slowShare) {
        RankState state = job.ranks[rank];
        boolean over = state.alarm == null && state.alarmEffect > 0;
        Slowness slowness = slownessOfJob(rank);
        if (over || !(slowness.effect() > settings.effectMatters())) {
            return;
        }
        Evidence found = gather(rank, slowness, slowShare);
        if (state.alarm != null) {
            correct(state.alarmTick, time, rank, slowness.effect(), found, 1);
            return;
        }
        Cause cause = order.causeOf(found);
        if (cause != Cause.UNEVEN_WORK) {
            alarm(state.alarmTick, time, rank, cause, slowness.effect(), found);
        }
    }

    /** How slow it is now, or was while nothing explained it. */
    private Slowness slownessOfJob(int rank) {
        RankState state = job.ranks[rank];
        double quiet = state.quiet.mean(Signal.DEVIATION, RankFollower.FEWEST_QUIET);
        double change = state.median - quiet;
        double rest = follower.rest(rank, state.median);
        boolean began = change > settings.effectMatters();
        double effect = began ? change : rest;
        if (Double.isNaN(quiet)) {
            effect = larger(rest, state.median + follower.offset(rank));
        }
        return state.unexplained > window / 2
                ? new Slowness(
                        larger(effect, state.unexplainedEffect), state.unexplainedBegan, false)
                : new Slowness(effect, began, false);
    }

    private static double larger(double a, double b) {
        return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
    }

    /**
     * A rank without peers has only its tests, against the fleet's and the reference of the SKU.
     */
    private void suspectByTests(int rank, double time) {
        Evidence found = evidence.of(rank, Double.NaN, false, false, 0, 0);
        double loss = Math.max(found.gemmLoss(), -Math.log(found.hbmRatio()));
        boolean low =
                found.gemmLoss() >= settings.naturalLimit()
                        || found.gemmLossToReference() >= settings.testLowReference()
                        || found.hbmRatio() < settings.memoryLow();
        if (low) {
            Cause cause =
                    found.hbmRatio() < settings.memoryLow() ? Cause.SLOW_MEMORY : Cause.WEAK_GPU;
            announcer.suspect(
                    rank,
                    time,
                    cause,
                    Double.isNaN(loss) ? found.gemmLossToReference() : loss,
                    found);
        }
    }

    /** Goes on from a job of another shape. */
    void inherit(RankJudge before) {
        episodes.inherit(before.episodes);
    }

    List<JobVerdict.Episode> episodes() {
        return episodes.all();
    }

    void save(DataOutput out) throws IOException {
        episodes.save(out);
    }

    void restore(DataInput in) throws IOException {
        episodes.restore(in);
    }

    /** How slow a rank is, by which comparison. */
    private record Slowness(double effect, boolean began, boolean declared) {}
}
