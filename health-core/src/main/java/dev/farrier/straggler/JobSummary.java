package dev.farrier.straggler;

import dev.farrier.straggler.NodeEffects.GpuResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a job tells once it has ended: its verdict, and of each of its nodes. */
final class JobSummary {
    private static final int FEWEST_SAMPLES = 3;

    /** Variance of a median of normal values against that of their mean. */
    private static final double MEDIAN_VARIANCE = 1.57;

    private static final double MEDIAN_ERROR = 1.25;

    private final JobWatch job;
    private final StragglerSettings settings;

    JobSummary(JobWatch job, StragglerSettings settings) {
        this.job = job;
        this.settings = settings;
    }

    JobVerdict verdict(double time) {
        List<JobVerdict.Straggler> stragglers = stragglers();
        return new JobVerdict(
                job.shape.job(),
                time,
                outcome(stragglers),
                stragglers,
                job.episodes(),
                job.samples(),
                job.lost());
    }

    private JobVerdict.Outcome outcome(List<JobVerdict.Straggler> stragglers) {
        if (stragglers.stream().anyMatch(each -> each.confidence() == Detection.Confidence.ALARM)) {
            return JobVerdict.Outcome.STRAGGLER;
        }
        if (!stragglers.isEmpty()) {
            return JobVerdict.Outcome.SUSPECT;
        }
        int judged = 0;
        for (RankState rank : job.ranks) {
            judged += rank.jobSamples >= FEWEST_SAMPLES ? 1 : 0;
        }
        return judged * 2 < job.ranks.length
                ? JobVerdict.Outcome.CANNOT_TELL
                : JobVerdict.Outcome.NO_STRAGGLER;
    }

    /**
     * One entry a GPU or node, with the newest cause; those that do not stand among so many ranks
     * are suspects.
     */
    private List<JobVerdict.Straggler> stragglers() {
        boolean[] stands = Chance.discoveries(chances(), settings.falseDiscoveries());
        Map<String, Integer> places = places();
        Map<String, JobVerdict.Straggler> found = new LinkedHashMap<>();
        for (Detection each : job.announcer.said()) {
            String key = each.node() + " " + each.gpu();
            JobVerdict.Straggler before = found.get(key);
            boolean sure =
                    each.confidence() == Detection.Confidence.ALARM && stands(each, places, stands);
            found.put(
                    key,
                    new JobVerdict.Straggler(
                            each.node(),
                            each.gpu(),
                            before == null ? each.time() : before.since(),
                            each.cause(),
                            each.effect(),
                            sure ? Detection.Confidence.ALARM : Detection.Confidence.SUSPECT));
        }
        return List.copyOf(found.values());
    }

    /** What rests on the job's step, or was said of a node that has left, stands without it. */
    private boolean stands(Detection each, Map<String, Integer> places, boolean[] ranks) {
        if (each.cause() == Cause.NVLINK || each.cause() == Cause.NETWORK) {
            return true;
        }
        int node = places.getOrDefault(each.node(), -1);
        return each.gpu() == Detection.WHOLE_NODE
                || node < 0
                || ranks[node * job.shape.gpusPerNode() + each.gpu()];
    }

    private Map<String, Integer> places() {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (String node : job.shape.nodes()) {
            places.put(node, places.size());
        }
        return places;
    }

    /**
     * Chance of each rank's effect without a slow-down that matters: z = (effect − κ) / (1.25 s /
     * √S), S without what neighbours in time share.
     */
    private double[] chances() {
        double[] chances = new double[job.ranks.length];
        for (int rank = 0; rank < chances.length; rank++) {
            RankState state = job.ranks[rank];
            double effect = state.alarmEffect;
            double independent =
                    Math.max(1, (state.alarmedSamples + FEWEST_SAMPLES) * independence(state));
            double z =
                    (effect - settings.changeMatters())
                            / (MEDIAN_ERROR * noise(rank) / Math.sqrt(independent));
            chances[rank] = effect == 0 ? 1 : Chance.above(z);
        }
        return chances;
    }

    /**
     * 1 / (1 + 2ρ/(1 − ρ)) with ρ the lag-1 autocorrelation of the newest samples, where it is
     * positive.
     */
    private static double independence(RankState state) {
        int n = state.recent.size();
        double mean = 0;
        for (int i = 0; i < n; i++) {
            mean += state.recent.back(i) / n;
        }
        double square = 0;
        double product = 0;
        for (int i = 0; i < n; i++) {
            double x = state.recent.back(i) - mean;
            square += x * x;
            product += i == 0 ? 0 : x * (state.recent.back(i - 1) - mean);
        }
        double rho = square == 0 ? 0 : Math.max(0, Math.min(0.9, product / square));
        return 1 / (1 + 2 * rho / (1 - rho));
    }

    private double noise(int rank) {
        return job.cohorts.noise[job.cohorts.workOfRank[rank]].scale(settings.leastNoiseOwn());
    }

    void tell(NodeEffects effects, PaceHistory paces) {
        if (job.announcer.said().stream()
                .noneMatch(each -> each.cause() == Cause.NVLINK || each.cause() == Cause.NETWORK)) {
            paces.add(job.shape, job.pace.logRatio());
        }
        tell(effects, job.shape.nodes());
    }

    /** Tells what the job was like on these of its nodes, which have no more part in it. */
    void tell(NodeEffects effects, Collection<String> which) {
        Set<String> told = Set.copyOf(which);
        float[] effect = new float[job.ranks.length];
        for (int rank = 0; rank < effect.length; rank++) {
            effect[rank] = (float) effect(job.ranks[rank]);
        }
        float[] shares = job.cohorts.fasterShares(effect);
        String userAndApplication = job.shape.user() + " " + job.shape.application();
        int gpus = job.shape.gpusPerNode();
        for (int node = 0; node < job.nodes.length; node++) {
            if (!told.contains(job.shape.nodes().get(node))) {
                continue;
            }
            List<GpuResult> results = new ArrayList<>();
            boolean testsBad = false;
            for (int rank = node * gpus; rank < (node + 1) * gpus; rank++) {
                double noise = noise(rank);
                double variance =
                        MEDIAN_VARIANCE * noise * noise / Math.max(1, job.ranks[rank].jobSamples);
                double testLoss = job.tests.worstLoss(rank);
                testsBad |= testLoss >= settings.naturalLimit();
                results.add(
                        new GpuResult(
                                effect[rank],
                                variance,
                                shares[rank],
                                testLoss,
                                clockLoss(job.ranks[rank])));
            }
            boolean bad = testsBad || isAlarmed(job.shape.nodes().get(node));
            effects.add(
                    job.shape.nodes().get(node),
                    userAndApplication,
                    job.pace.applicationClass(),
                    bad,
                    results);
        }
    }

    private static double clockLoss(RankState state) {
        float quiet = state.quiet.mean(Signal.CLOCK_LOSS, FEWEST_SAMPLES);
        return Float.isNaN(quiet) ? state.episode.mean(Signal.CLOCK_LOSS) : quiet;
    }

    private boolean isAlarmed(String node) {
        return job.announcer.said().stream()
                .anyMatch(
                        each ->
                                each.node().equals(node)
                                        && each.confidence() == Detection.Confidence.ALARM);
    }

    /**
     * Median of a short job, clipped mean of a long one; of what nothing explains only what the
     * clock shows: a bad code is no node effect.
     */
    private static double effect(RankState state) {
        if (state.jobSamples < FEWEST_SAMPLES) {
            return Double.NaN;
        }
        double effect =
                state.jobSamples <= Ring.CAPACITY
                        ? state.recent.median(Ring.CAPACITY, new float[Ring.CAPACITY])
                        : state.jobMean;
        boolean unexplained = state.unexplained >= FEWEST_SAMPLES && state.alarmEffect == 0;
        if (!unexplained) {
            return effect;
        }
        double clock = state.episode.mean(Signal.CLOCK_LOSS);
        return Math.min(effect, Double.isNaN(clock) ? 0 : Math.max(0, clock));
    }
}
