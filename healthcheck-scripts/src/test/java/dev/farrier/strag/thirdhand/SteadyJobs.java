package dev.farrier.strag.thirdhand;

import static dev.farrier.strag.thirdhand.Fault.old;
import static dev.farrier.strag.thirdhand.Fault.since;

import dev.farrier.strag.thirdhand.App.Phase;
import dev.farrier.strag.thirdhand.Plan.Shows;
import dev.farrier.strag.thirdhand.Plan.Uneven;
import dev.farrier.strag.thirdhand.Sign.Look;
import java.util.List;
import java.util.stream.IntStream;

/** T01 to T08, T11 and T12: single jobs with one fault or none. */
final class SteadyJobs {
    private SteadyJobs() {}

    static List<Scenario> all() {
        return List.of(t01(), t02(), t03(), t04(), t05(), t06(), t07(), t08(), t11(), t12());
    }

    /** A job on the first nodes of its scenario. */
    static Plan job(App app, int nodes, double seconds) {
        return new Plan(
                "j1",
                "u1",
                app,
                IntStream.range(0, nodes).boxed().toList(),
                0,
                seconds,
                1,
                Machine.GPUS,
                Shows.ALL,
                List.of(),
                List.of());
    }

    private static Scenario t01() {
        return new Scenario("T01", 900_101, "clock lock since before the job", 2, n -> Sku.H100)
                .job(job(App.dense("a1", 0.012), 2, 1500).showing(Shows.ALL.prologOnly()))
                .fault(old(Kind.CLOCK_LOCK, 1, 3, 1.07))
                .sign(Sign.chronic(Look.NVLINK_ERRORS, 0, 6, 0.2));
    }

    private static Scenario t02() {
        return new Scenario("T02", 900_102, "cooling fails slowly on one node", 1, n -> Sku.H100)
                .job(
                        job(App.dense("a2", 0.01), 1, 2600)
                                .showing(Shows.ALL.withoutOwn().withoutReasons()))
                .fault(since(700, Kind.THERMAL, 0, 5, 1.09).growing(500));
    }

    private static Scenario t03() {
        App app = App.dense("a3", 0.008).staged(1.05, 1.0, 0.98, 1.0, 1.02, 1.0, 0.99, 1.09);
        return new Scenario(
                        "T03", 900_103, "a stage a node, one with a busy host", 8, n -> Sku.H100)
                .job(job(app, 8, 1800).split(8, 8))
                .fault(since(820, Kind.CPU, 2, -1, 1.055))
                .sign(new Sign(Look.BUSY_HOST, 5, -1, 300, 1100, 30));
    }

    private static Scenario t04() {
        App app =
                App.dense("a4", 0.02)
                        .staged(1.0, 1.04, 0.93, 1.12)
                        .withPhases(new Phase(600, 430, 560, 0.4, 0.7));
        return new Scenario("T04", 900_104, "unequal stages and phases", 4, n -> Sku.H100)
                .job(job(app, 4, 2200).split(4, 8).stalling(900, 990))
                .sign(Sign.chronic(Look.HOT, 3, 2, 1.15))
                .sign(Sign.chronic(Look.NARROW, 3, 6, 8))
                .sign(new Sign(Look.ECC_STORM, 1, 1, 700, 1500, 1.5));
    }

    private static Scenario t05() {
        return new Scenario("T05", 900_105, "experts, one memory slow", 16, n -> Sku.H100)
                .job(job(App.experts("a5", 0.012), 16, 1700))
                .fault(since(760, Kind.HBM_SLOW, 9, 4, 1.08))
                .sign(Sign.chronic(Look.NVLINK_ERRORS, 2, 1, 0.6))
                .sign(new Sign(Look.SYMBOL_ERRORS, 13, 0, 500, 1300, 1.3));
    }

    private static Scenario t06() {
        Plan plan =
                job(App.experts("a6", 0.015), 8, 2000)
                        .uneven(21, 900, 1.11)
                        .uneven(42, 0, 1.07)
                        .uneven(9, 600, 1.08)
                        .with(new Uneven(50, 1200, 1700, 1.1, true));
        return new Scenario("T06", 900_106, "uneven work beside harmless signs", 8, n -> Sku.H100)
                .job(plan)
                .sign(new Sign(Look.ECC_STORM, 2, 5, 400, 1250, 2))
                .sign(Sign.chronic(Look.LOW_CLOCK, 5, 2, 0.975))
                .sign(Sign.chronic(Look.NARROW, 6, 2, 4))
                .sign(Sign.chronic(Look.HOT, 1, 1, 1.15));
    }

    private static Scenario t07() {
        return new Scenario(
                        "T07",
                        900_107,
                        "two kinds of GPU in one job",
                        6,
                        n -> n < 2 ? Sku.A100 : Sku.H100)
                .job(job(App.dense("a7", 0.02), 6, 1500).showing(Shows.ALL.losing(0.1)))
                .sign(Sign.chronic(Look.REPLAYS, 1, 4, 0.2))
                .sign(new Sign(Look.ECC_STORM, 0, 2, 500, 900, 1));
    }

    private static Scenario t08() {
        App app = App.dense("a8", 0.015).dealtBySpeed();
        return new Scenario(
                        "T08",
                        900_108,
                        "work dealt by speed, a brake at times",
                        7,
                        n -> n % 2 == 0 ? Sku.H100 : Sku.H200)
                .job(job(app, 7, 2400).showing(Shows.ALL.withoutStep()))
                .fault(since(600, Kind.POWER_BRAKE, 3, 6, 1.07).comingEvery(300, 0.4))
                .sign(Sign.chronic(Look.LOW_CLOCK, 4, 1, 0.99));
    }

    private static Scenario t11() {
        return new Scenario("T11", 900_111, "little to see, a clock lock", 8, n -> Sku.A100)
                .skewed(8)
                .job(
                        job(App.dense("a11", 0.025), 8, 2400)
                                .showing(Shows.TELEMETRY_ONLY.losing(0.4)))
                .fault(since(1000, Kind.CLOCK_LOCK, 5, 0, 1.07))
                .sign(new Sign(Look.ECC_STORM, 2, 3, 900, 1500, 2))
                .sign(Sign.chronic(Look.HOT, 7, 1, 1.1));
    }

    private static Scenario t12() {
        App app = App.dense("a12", 0.03).withPhases(new Phase(700, 0, 120, 1.35, 0.65));
        return new Scenario("T12", 900_112, "little to see, uneven work", 8, n -> Sku.A100)
                .skewed(8)
                .job(
                        job(app, 8, 2600)
                                .showing(Shows.TELEMETRY_ONLY.losing(0.4))
                                .uneven(33, 1300, 1.12)
                                .stalling(800, 930)
                                .stalling(1900, 1960))
                .sign(Sign.chronic(Look.LOW_CLOCK, 4, 1, 0.985))
                .sign(Sign.chronic(Look.NARROW, 4, 1, 8))
                .sign(new Sign(Look.SYMBOL_ERRORS, 1, 5, 700, 1100, 2));
    }
}
