package dev.farrier.strag;

import static dev.farrier.strag.Fault.NEVER;
import static dev.farrier.strag.Fault.WHOLE_NODE;
import static dev.farrier.strag.FaultKind.MILD;
import static dev.farrier.strag.FaultKind.NETWORK;
import static dev.farrier.strag.FaultKind.PCIE;
import static dev.farrier.strag.FaultKind.THERMAL;
import static dev.farrier.strag.Sku.A100;
import static dev.farrier.strag.Sku.H100;
import static dev.farrier.strag.Sku.V100;

import java.util.List;

/** Small jobs, one after the other, over a cluster in which some nodes are lemons. */
final class ManyJobs {
    /** With {@link Waves} of five samples a minute apart. */
    private static final double WAVE_SECONDS = 420;

    static final List<Recipe> RECIPES =
            List.of(
                    new Recipe(
                            "M52",
                            "one lemon, 8 % slow, in seven waves of jobs",
                            s -> {
                                s.interval(60).nodes(H100, 24);
                                Waves.of(s).run(7, 5, List.of(2, 4));
                                lemon(s, 1.08);
                            }),
                    new Recipe(
                            "M53",
                            "two lemons, 7 % and 10 % slow, A100, noise 2 %",
                            s -> {
                                s.interval(60).stepNoise(0.02).nodes(A100, 32);
                                Waves.of(s).run(9, 5, List.of(2, 4, 8));
                                lemon(s, 1.07);
                                lemon(s, 1.1);
                            }),
                    new Recipe(
                            "M54",
                            "a lemon that is repaired half way, and one that is not",
                            s -> {
                                s.interval(60).nodes(H100, 24);
                                Waves.of(s).run(12, 5, List.of(2, 4));
                                double repair = 60 + 6 * WAVE_SECONDS;
                                int repaired = s.anyNode();
                                s.fault(MILD, repaired, s.anyGpu(), 0, repair, 1.09).acrossJobs();
                                lemon(s, 1.08);
                            }),
                    new Recipe(
                            "M55",
                            "a lemon that is bad in every second job or so",
                            s -> {
                                s.interval(60).nodes(H100, 24);
                                Waves.of(s).run(14, 5, List.of(2, 4));
                                int node = s.anyNode();
                                double period = 2.3 * WAVE_SECONDS;
                                s.fault(MILD, node, s.anyGpu(), 0, NEVER, 1.1, 0.55, period, 0);
                                s.acrossJobs().lemon(node);
                            }),
                    new Recipe(
                            "M56",
                            "healthy: a driver roll-out shifts all tests, node by node",
                            s -> {
                                s.interval(60).nodes(A100, 24);
                                Waves.of(s).run(8, 5, List.of(2, 4));
                                s.rollout(new Rollout(700, 60, 0.975, 0.985, 1.04, 0.97, 1.15));
                            }),
                    new Recipe(
                            "M57",
                            "a lemon before and after a driver roll-out",
                            s -> {
                                s.interval(60).nodes(H100, 24);
                                Waves.of(s).run(9, 5, List.of(2, 4));
                                s.rollout(new Rollout(900, 45, 0.97, 1.02, 0.95, 1.03, 0.9));
                                lemon(s, 1.09);
                            }),
                    new Recipe(
                            "M58",
                            "healthy: one user's code is always slow on one rank",
                            s -> {
                                s.interval(60).nodes(H100, 16);
                                Waves.of(s)
                                        .everyThirdJob(
                                                job -> job.user("u7").app("a7", 2900).work(3, 1.12))
                                        .run(8, 5, List.of(2));
                            }),
                    new Recipe(
                            "M59",
                            "jobs of one node, two lemons, V100",
                            s -> {
                                s.interval(60).nodes(V100, 12);
                                Waves.of(s).run(10, 6, List.of(1));
                                lemon(s, 1.1);
                                lemon(s, 1.08);
                            }),
                    new Recipe(
                            "M60",
                            "a lemon, and acute faults in some of the jobs",
                            s -> {
                                s.interval(60).missing(0.05).skew(2).nodes(A100, 24);
                                Waves.of(s).run(6, 12, List.of(2, 4, 6));
                                lemon(s, 1.08);
                                s.fault(THERMAL, s.anyNode(), s.anyGpu(), 1100, 2400, 1.25);
                                s.fault(PCIE, s.anyNode(), s.anyGpu(), 2600, 1.1);
                                s.fault(NETWORK, s.anyNode(), s.anyGpu(), 300, 760, 2.2);
                                s.fault(NETWORK, s.anyNode(), WHOLE_NODE, 3000, 4000, 2.2);
                            }),
                    new Recipe(
                            "M61",
                            "days at the published rates: networks often, GPUs seldom",
                            s -> {
                                s.interval(60).nodes(H100, 24);
                                Waves waves = Waves.of(s).run(5, 40, List.of(4, 6, 8));
                                waves.publishedRates();
                            }),
                    new Recipe(
                            "M62",
                            "healthy: many jobs, hot GPUs, 0x4, 10 % of the lines missing",
                            s -> {
                                s.interval(60).missing(0.1).hotGpus(0.06).capBits(0.1);
                                s.nodes(A100, 32);
                                Waves.of(s).run(8, 5, List.of(1, 2, 4));
                            }));

    private ManyJobs() {}

    private static void lemon(ScenarioBuilder s, double slow) {
        int node = s.anyNode();
        s.fault(MILD, node, s.anyGpu(), 0, slow).acrossJobs().lemon(node);
    }
}
