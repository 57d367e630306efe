package dev.farrier.strag.thirdhand;

import static dev.farrier.strag.thirdhand.Fault.old;
import static dev.farrier.strag.thirdhand.Fault.since;
import static dev.farrier.strag.thirdhand.SteadyJobs.job;

import dev.farrier.strag.thirdhand.App.Phase;
import dev.farrier.strag.thirdhand.Plan.Shows;
import dev.farrier.strag.thirdhand.Sign.Look;
import java.util.List;

/** T09, T10 and T13 to T17: single jobs with several faults, and warm racks. */
final class TroubledJobs {
    private TroubledJobs() {}

    static List<Scenario> all() {
        return List.of(t09(), t10(), t13(), t14(), t15(), t16(), t17());
    }

    private static Scenario t09() {
        return new Scenario("T09", 900_109, "several faults in one job", 12, n -> Sku.A100)
                .job(job(App.offloading("a9", 0.015), 12, 2600))
                .fault(since(500, Kind.THERMAL, 3, 6, 1.08).growing(150))
                .fault(old(Kind.PCIE, 8, 1, 1.07))
                .fault(since(1500, Kind.NETWORK, 10, -1, 1.075))
                .fault(since(900, Kind.CLOCK_LOCK, 5, 2, 1.03))
                .sign(Sign.chronic(Look.REPLAYS, 0, 2, 0.5))
                .sign(new Sign(Look.SYMBOL_ERRORS, 6, 3, 400, 1200, 1.4));
    }

    private static Scenario t10() {
        return new Scenario("T10", 900_110, "two faults in turn on one node", 6, n -> Sku.A100)
                .job(
                        job(App.dense("a10", 0.01), 6, 3000)
                                .showing(Shows.ALL.withoutReasons())
                                .stalling(1250, 1330))
                .fault(since(400, Kind.POWER_CAP, 2, 2, 1.08).until(1000))
                .fault(since(1500, Kind.THERMAL, 2, 5, 1.1).growing(200))
                .fault(since(2000, Kind.ECC, 4, 7, 1.065));
    }

    private static Scenario t13() {
        return new Scenario("T13", 900_113, "rough noise, brakes at times", 3, n -> Sku.V100)
                .job(job(App.dense("a13", 0.06), 3, 3200))
                .fault(since(700, Kind.POWER_BRAKE, 1, 4, 1.07).comingEvery(400, 0.5))
                .fault(old(Kind.HBM_QUIET, 2, 0, 1.08))
                .sign(Sign.chronic(Look.HOT, 0, 1, 1.1));
    }

    private static Scenario t14() {
        App app = App.experts("a14", 0.01).wanderingWork(0.01);
        return new Scenario("T14", 900_114, "links with and without effect", 10, n -> Sku.H100)
                .skewed(3)
                .job(job(app, 10, 2800).showing(Shows.ALL.prologOnly()))
                .fault(since(800, Kind.NETWORK, 4, -1, 1.08).until(1400))
                .fault(since(1900, Kind.NVLINK, 7, 3, 1.075).growing(100))
                .sign(Sign.chronic(Look.NVLINK_ERRORS, 1, 2, 0.8))
                .sign(Sign.chronic(Look.SYMBOL_ERRORS, 8, 6, 0.7))
                .sign(new Sign(Look.SYMBOL_ERRORS, 2, 1, 300, 700, 2))
                .sign(new Sign(Look.NVLINK_ERRORS, 9, 5, 1100, 2300, 2));
    }

    private static Scenario t15() {
        Scenario scenario =
                new Scenario("T15", 900_115, "most nodes are capped", 6, n -> Sku.H100)
                        .job(
                                job(App.dense("a15", 0.015), 6, 1600)
                                        .showing(Shows.ALL.withoutOwn().prologOnly()));
        for (int node = 0; node < 5; node++) {
            scenario.fault(old(Kind.POWER_CAP, node, -1, 1.065));
        }
        return scenario;
    }

    private static Scenario t16() {
        App app = App.dense("a16", 0.02).withPhases(new Phase(500, 380, 480, 0.5, 0.75));
        return new Scenario("T16", 900_116, "racks in the heat", 16, n -> Sku.H100)
                .job(job(app, 16, 2600).uneven(70, 1300, 1.08))
                .heat(1, 500, 2000, 18)
                .heat(2, 900, Fault.FOR_GOOD, 13)
                .sign(Sign.chronic(Look.ECC_STORM, 5, 3, 0.4))
                .sign(Sign.chronic(Look.NVLINK_ERRORS, 8, 6, 0.9));
    }

    private static Scenario t17() {
        return new Scenario("T17", 900_117, "bad cooling in a warm rack", 12, n -> Sku.H100)
                .job(job(App.dense("a17", 0.015), 12, 2400).showing(Shows.ALL.withoutTests()))
                .heat(1, 600, Fault.FOR_GOOD, 12)
                .fault(since(900, Kind.THERMAL, 6, 1, 1.08).growing(200))
                .fault(old(Kind.THERMAL, 10, 7, 1.06));
    }
}
