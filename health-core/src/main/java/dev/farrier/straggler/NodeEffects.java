package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each node across jobs.
 *
 * <p>Model y = b(GPU) + u(GPU, application) + e with b ~ N(0, τ²), a normal–normal model in two
 * sums, A = Σ y/v and P = 1/τ² + Σ 1/v, both faded by λ a job: b̂ = A/P, sd = P^−½ (Gelman et al.,
 * Bayesian Data Analysis, 3rd ed., section 2.5; the fading is West and Harrison's discount factor).
 * The prior does not fade. Nodes that are bad in some jobs only are found by how many, against a
 * binomial.
 */
final class NodeEffects {
    private static final double SURE = 1.64;

    /** Variance of one test: run-to-run 0.3 %, and as much between versions of the test. */
    private static final double TEST_VARIANCE = 2 * 0.003 * 0.003;

    /** What one test counts at most: a single bad one is no habit. */
    private static final double MOST_OF_ONE_TEST = 0.10;

    private static final double CLOCK_SHARE = 0.6;

    private static final double FISHER_LEVEL = 0.01;
    private static final int FEWEST_BAD_JOBS = 3;

    private final StragglerSettings settings;
    private final TreeMap<String, NodeHistory> nodes = new TreeMap<>();

    NodeEffects(StragglerSettings settings) {
        this.settings = settings;
    }

    /** One GPU's share in what a job told of its node; NaN where it told nothing. */
    record GpuResult(
            double effect, double variance, double rankShare, double testLoss, double clockLoss) {
        boolean tells() {
            return !Double.isNaN(effect) || !Double.isNaN(testLoss);
        }
    }

    /**
     * What a job tells of one of its nodes; a job that tells nothing is no good one either.
     *
     * @param bad whether the node held the job back or failed its tests
     */
    void add(
            String node,
            String userAndApplication,
            ApplicationClass kind,
            boolean bad,
            List<GpuResult> gpus) {
        if (!bad && gpus.stream().noneMatch(GpuResult::tells)) {
            return;
        }
        NodeHistory history = nodes.computeIfAbsent(node, any -> new NodeHistory(gpus.size()));
        double weight = history.weightOf(userAndApplication, settings.forget());
        history.job(bad);
        for (int gpu = 0; gpu < Math.min(gpus.size(), history.gpus.length); gpu++) {
            GpuResult result = gpus.get(gpu);
            if (history.gpus[gpu].isRepairedAfter(kind, result.effect(), result.testLoss())) {
                history.gpus[gpu] = new GpuHistory();
            }
            GpuHistory of = history.gpus[gpu];
            of.fade(settings.forget());
            if (!Double.isNaN(result.effect())) {
                double variance =
                        result.variance() + settings.interaction() * settings.interaction();
                of.addJob(kind, result.effect(), variance, weight, result.rankShare());
            }
            if (!Double.isNaN(result.testLoss())) {
                of.addTest(Math.min(result.testLoss(), MOST_OF_ONE_TEST), TEST_VARIANCE);
                of.addClock(result.clockLoss());
            }
        }
    }

    /** Nodes that are slow as far as is known now, in the order of their names. */
    List<Lemon> lemons() {
        List<Lemon> lemons = new ArrayList<>();
        double usual = Math.max(settings.intermittentRate(), medianRate());
        nodes.forEach(
                (node, history) -> {
                    Lemon lemon = lemon(node, history, usual);
                    if (lemon != null) {
                        lemons.add(lemon);
                    }
                });
        return lemons;
    }

    private @Nullable Lemon lemon(String node, NodeHistory history, double usual) {
        for (int gpu = 0; gpu < history.gpus.length; gpu++) {
            Lemon lemon = byEffect(node, gpu, history);
            if (lemon != null) {
                return lemon;
            }
        }
        int bad = history.badJobs();
        boolean often =
                bad >= FEWEST_BAD_JOBS
                        && Chance.atLeast(bad, history.kept(), usual)
                                < settings.intermittentChance() / nodes.size();
        return often
                ? new Lemon(node, Detection.WHOLE_NODE, Double.NaN, Double.NaN, history.jobs)
                : null;
    }

    private @Nullable Lemon byEffect(String node, int gpu, NodeHistory history) {
        GpuHistory of = history.gpus[gpu];
        double prior = 1 / (settings.natural() * settings.natural());
        double test = of.testMean(prior);
        double testDeviation = of.testDeviation(prior);
        if (of.lowTests >= settings.lemonLeastJobs()
                && test - SURE * testDeviation > leastOfTests(of)) {
            return new Lemon(node, gpu, test, testDeviation, of.tests);
        }
        boolean testsClean = of.tests >= FEWEST_BAD_JOBS && test < settings.changeMatters();
        for (ApplicationClass kind : ApplicationClass.values()) {
            double effect = of.mean(kind, prior);
            double deviation = of.deviation(kind, prior);
            if (of.slowJobs(kind) >= settings.lemonLeastJobs()
                    && effect - SURE * deviation > settings.lemonJobs()
                    && !(testsClean && history.badJobs() < FEWEST_BAD_JOBS)
                    && of.chanceOfPlaces(kind) < FISHER_LEVEL) {
                return new Lemon(node, gpu, effect, deviation, of.jobs(kind));
            }
        }
        return null;
    }

    /**
     * A good GPU at the slow end of its kind shows all of its loss in the clock; only beyond what
     * is natural is it a lemon.
     */
    private double leastOfTests(GpuHistory of) {
        return of.clockShare() < CLOCK_SHARE ? settings.lemonTests() : settings.lemonNatural();
    }

    private double medianRate() {
        double[] rates =
                nodes.values().stream()
                        .filter(history -> history.kept() >= settings.lemonLeastJobs())
                        .mapToDouble(history -> (double) history.badJobs() / history.kept())
                        .sorted()
                        .toArray();
        return rates.length == 0 ? 0 : rates[rates.length / 2];
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(nodes.size());
        for (var entry : nodes.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeInt(entry.getValue().gpus.length);
            entry.getValue().save(out);
        }
    }

    void restore(DataInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String node = in.readUTF();
            NodeHistory history = new NodeHistory(in.readInt());
            history.restore(in);
            nodes.put(node, history);
        }
    }
}
