package dev.farrier.strag.otherhand;

import dev.farrier.strag.otherhand.App.Rhythm;
import dev.farrier.strag.otherhand.App.Work;
import dev.farrier.strag.otherhand.Exporter.Freeze;
import dev.farrier.strag.otherhand.Exporter.Gap;
import dev.farrier.strag.otherhand.Exporter.Ports;
import dev.farrier.strag.otherhand.Exporter.Restart;
import dev.farrier.strag.otherhand.Exporter.Width;
import dev.farrier.strag.otherhand.Scenario.Breeze;
import java.util.ArrayList;
import java.util.List;

/** Scenarios in which nothing is to be found, and much tempts. */
final class HealthyScenarios {
    private HealthyScenarios() {}

    static List<Scenario> all() {
        return List.of(
                powerLimited(),
                experts(),
                exporters(),
                portErrors(),
                harmlessCap(),
                warmRack(),
                slowUser(),
                largeDay(),
                unknowable(),
                smallJobs(),
                growingSteps());
    }

    private static Scenario powerLimited() {
        App.Draw hungry = new App.Draw(0.93, 0.97, 0.66, 0.45, 16);
        App app =
                new App(
                        "pretrain-70b",
                        8100,
                        App.DENSE_LLM.bound(),
                        hungry,
                        App.Noise.ROUGH,
                        Rhythm.STEADY,
                        Work.EVEN);
        return Scenario.of(
                        2,
                        Sku.H100,
                        8,
                        "power-cap bits on every GPU, wide spread of boost, air of a night")
                .every(60)
                .running(Job.of("j1", 60_000, "u3", app, 0, 8, 120).parallel(1, 8));
    }

    private static Scenario experts() {
        App app = App.EXPERTS.with(new Rhythm(0, 0, 600, 0, 0.12));
        return Scenario.of(
                        4,
                        Sku.H100,
                        16,
                        "experts: ranks with uneven and changing work, steps that grow")
                .running(Job.of("j1", 40, "u8", app, 0, 16, 120).parallel(2, 8));
    }

    private static Scenario exporters() {
        Exporter mess =
                Exporter.FAITHFUL
                        .losing(0.30)
                        .untidy(0.05, 0.08, 4)
                        .blanking(0.01, Exporter.DCGM_BLANK)
                        .counting(Width.WRAPS_AT_16_BITS, Ports.OWN)
                        .freezing(new Freeze(3, 400, 720), new Freeze(9, 800, 1100))
                        .without(
                                new Gap("thr", -1, 500, 900),
                                new Gap("sma", 5, 0, 9e9),
                                new Gap("ibe", 2, 300, 9e9))
                        .restarting(new Restart(6, 640));
        return Scenario.of(
                        8,
                        Sku.A100,
                        12,
                        "lost, doubled, late, frozen, blank and restarted: only the exporters fail")
                .seenThrough(mess)
                .running(
                        Job.of("j1", 10, "u1", App.DENSE_LLM.with(App.Noise.ROUGH), 0, 12, 130)
                                .parallel(1, 8));
    }

    private static Scenario portErrors() {
        return Scenario.of(
                        11,
                        Sku.H100,
                        16,
                        "ports with many symbol errors and no loss, counters stuck at 65,535")
                .seenThrough(Exporter.FAITHFUL.counting(Width.STICKS_AT_16_BITS, Ports.ALL))
                .running(
                        Job.of("j1", 0, "u2", App.EXPERTS, 0, 16, 110)
                                .parallel(1, 8)
                                .tested(Job.Tests.PROLOG))
                .broken(
                        Fault.of(Kind.NETWORK, 4, -1, 1),
                        Fault.of(Kind.NETWORK, 11, -1, 1).from(500),
                        Fault.of(Kind.NVLINK, 7, 2, 1).from(300));
    }

    private static Scenario harmlessCap() {
        return Scenario.of(
                        14,
                        Sku.A100,
                        16,
                        "a rack with an administrator's cap that a memory-bound job hardly feels")
                .running(Job.of("j1", 0, "u5", App.MEMORY_BOUND, 0, 16, 100).withoutReasons())
                .broken(
                        Fault.of(Kind.POWER_CAP, 8, -1, 0.47),
                        Fault.of(Kind.POWER_CAP, 9, -1, 0.47),
                        Fault.of(Kind.POWER_CAP, 10, -1, 0.47),
                        Fault.of(Kind.POWER_CAP, 11, -1, 0.47));
    }

    private static Scenario warmRack() {
        App app =
                App.DENSE_LLM
                        .with(new Rhythm(420, 60, 300, 0.004, 0))
                        .with(Work.staged(1.0, 1.0, 1.0, 1.25));
        return Scenario.of(
                        17,
                        Sku.A100,
                        16,
                        "a rack 12 K warmer, far from any limit; evaluations, checkpoints, stalls")
                .warm(new Breeze(2, 300, 9e9, 12))
                .running(Job.of("j1", 0, "u4", app, 0, 16, 140).parallel(4, 8));
    }

    private static Scenario slowUser() {
        List<Job> jobs = new ArrayList<>();
        App skewed = App.DENSE_LLM.called("rlhf-custom").with(new Work(List.of(1.0), 0, 9, 1.22));
        for (int round = 0; round < 6; round++) {
            double start = round * 14_000;
            // The scheduler likes the same nodes for the same user: the slow rank lies on n0001
            // four times of six.
            jobs.add(
                    Job.of("a" + round, start, "u7", skewed, round < 4 ? 0 : 6 * round - 4, 6, 70)
                            .parallel(1, 8));
            jobs.add(
                    Job.of("c" + round, start + 6000, "u20", App.DENSE_LLM, 0, 6, 60)
                            .parallel(1, 8));
            App other = round % 2 == 0 ? App.VISION : App.MEMORY_BOUND;
            jobs.add(Job.of("b" + round, start + 900, "u" + (10 + round), other, 8 + round, 6, 80));
        }
        return Scenario.of(
                        21,
                        Sku.A100,
                        32,
                        "a day of jobs; a user's code is slow on its rank 9 wherever it runs")
                .every(60)
                .running(jobs);
    }

    private static Scenario largeDay() {
        App dense = App.DENSE_LLM.with(new Rhythm(3600, 240, 1800, 0.001, 0.05));
        return Scenario.of(25, Sku.H100, 64, "an ordinary day at scale, four jobs at once")
                .every(60)
                .seenThrough(Exporter.FAITHFUL.losing(0.01).untidy(0.002, 0.01, 2))
                .running(
                        Job.of("j1", 20_000, "u1", dense, 0, 24, 100).parallel(2, 8),
                        Job.of("j2", 21_000, "u2", App.EXPERTS, 24, 16, 90).parallel(1, 8),
                        Job.of("j3", 22_000, "u3", App.VISION, 40, 12, 90).silent(),
                        Job.of("j4", 23_000, "u4", App.OFFLOADING, 52, 12, 80)
                                .tested(Job.Tests.NONE));
    }

    private static Scenario unknowable() {
        return Scenario.of(
                        26,
                        Sku.A100,
                        16,
                        "a congested leaf without counters, weak GPUs, and a slow-down unseen")
                .running(
                        Job.of("j1", 0, "u6", App.EXPERTS, 0, 16, 100)
                                .silent()
                                .tested(Job.Tests.NONE))
                .broken(
                        Fault.of(Kind.NETWORK, 6, -1, 0.6).during(300, 800).unknowable(),
                        Fault.of(Kind.MILD, 2, 5, 0.975),
                        Fault.of(Kind.MILD, 13, 0, 0.97),
                        Fault.of(Kind.HBM_SLOW, 9, 3, 0.78).from(250).unknowable());
    }

    private static Scenario smallJobs() {
        App stalling = App.VISION.with(new Rhythm(300, 40, 200, 0.03, 0));
        List<Job> jobs = new ArrayList<>();
        for (int number = 0; number < 10; number++) {
            App app = number % 3 == 2 ? App.MEMORY_BOUND : stalling;
            Job job =
                    Job.of(
                            "j" + number,
                            120.0 * number,
                            "u" + number % 4,
                            app,
                            2 * number,
                            1 + number % 2,
                            80);
            jobs.add(
                    number % 4 == 1 ? job.silent().withoutReasons() : job.tested(Job.Tests.PROLOG));
        }
        return Scenario.of(
                        30,
                        Sku.V100,
                        20,
                        "small jobs on nodes of four whose loaders stall whole nodes, links idle down")
                .racks(4, 10)
                .seenThrough(
                        Exporter.FAITHFUL
                                .losing(0.05)
                                .restarting(new Restart(4, 700), new Restart(9, 1100)))
                .running(jobs);
    }

    private static Scenario growingSteps() {
        App.Noise tailed = new App.Noise(0.012, 0.014, 0.95, 0.03);
        App app = App.DENSE_LLM.with(new Rhythm(2400, 300, 1500, 0.004, 0.25)).with(tailed);
        return Scenario.of(
                        31,
                        Sku.H100,
                        32,
                        "heavy tails, a first and a last stage with more to do, steps a quarter longer")
                .every(60)
                .racks(8, 8)
                .seenThrough(
                        Exporter.FAITHFUL
                                .losing(0.03)
                                .untidy(0.01, 0.03, 5)
                                .blanking(0.002, "null"))
                .warm(new Breeze(1, 42_000, 9e9, 9))
                .running(
                        Job.of(
                                        "j1",
                                        40_000,
                                        "u3",
                                        app.with(Work.staged(1.08, 1.0, 1.0, 1.2)),
                                        0,
                                        32,
                                        120)
                                .parallel(4, 8));
    }
}
