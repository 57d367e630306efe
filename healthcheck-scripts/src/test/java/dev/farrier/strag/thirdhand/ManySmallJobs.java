package dev.farrier.strag.thirdhand;

import static dev.farrier.strag.thirdhand.Fault.old;
import static dev.farrier.strag.thirdhand.Fault.since;

import dev.farrier.strag.thirdhand.Day.Request;
import dev.farrier.strag.thirdhand.Plan.Shows;
import dev.farrier.strag.thirdhand.Sign.Look;
import java.util.List;

/** T18 to T20: what only many jobs together can tell. */
final class ManySmallJobs {
    private static final double HOUR = 3600;

    private ManySmallJobs() {}

    static List<Scenario> all() {
        return List.of(t18(), t19(), t20());
    }

    private static Scenario t18() {
        Scenario scenario =
                new Scenario("T18", 900_118, "lemons of four kinds", 28, n -> Sku.H100)
                        .everyMinute()
                        .fault(old(Kind.MILD, 4, 6, 1.08))
                        .fault(old(Kind.MILD, 11, 2, 1.095).comingEvery(2 * HOUR, 0.6))
                        .fault(old(Kind.THERMAL, 19, 3, 1.08))
                        .fault(old(Kind.CPU, 27, -1, 1.08))
                        .fault(old(Kind.CLOCK_LOCK, 25, 5, 1.08).until(4 * HOUR))
                        .fault(since(1.2 * HOUR, Kind.HBM_SLOW, 9, 1, 1.07).until(4 * HOUR))
                        .fault(since(2 * HOUR, Kind.NVLINK, 14, 2, 1.08).until(5 * HOUR))
                        .fault(since(3 * HOUR, Kind.POWER_BRAKE, 21, 7, 1.06).until(6 * HOUR))
                        .lemon(4)
                        .lemon(11)
                        .lemon(19)
                        .lemon(27)
                        .sign(Sign.chronic(Look.SYMBOL_ERRORS, 8, 4, 0.8))
                        .sign(Sign.chronic(Look.HOT, 15, 1, 1.12));
        new Day(scenario, HOUR).submit(60, ManySmallJobs::small, ManySmallJobs::mostlyOpen);
        return scenario;
    }

    private static Scenario t19() {
        Scenario scenario =
                new Scenario("T19", 900_119, "a driver slows all tests", 24, n -> Sku.A100)
                        .everyMinute()
                        .driverRollout(30 * HOUR)
                        .fault(old(Kind.MILD, 7, 1, 1.085))
                        .fault(old(Kind.POWER_CAP, 16, 4, 1.06))
                        .fault(since(20 * HOUR, Kind.NETWORK, 12, -1, 1.07).until(34 * HOUR))
                        .fault(since(8 * HOUR, Kind.PCIE, 20, 6, 1.07).until(40 * HOUR))
                        .lemon(7)
                        .lemon(16)
                        .sign(Sign.chronic(Look.NARROW, 3, 3, 8));
        new Day(scenario, 14 * HOUR).submit(55, ManySmallJobs::small, ManySmallJobs::mostlyOpen);
        return scenario;
    }

    private static Scenario t20() {
        Scenario scenario =
                new Scenario(
                                "T20",
                                900_120,
                                "one user's code is slow on one rank",
                                30,
                                n -> Sku.H100)
                        .everyMinute()
                        .fault(old(Kind.MILD, 22, 0, 1.08).until(2 * HOUR))
                        .sign(Sign.chronic(Look.ECC_STORM, 12, 5, 0.3))
                        .sign(Sign.chronic(Look.LOW_CLOCK, 2, 5, 0.985))
                        .sign(Sign.chronic(Look.HOT, 17, 1, 1.12));
        new Day(scenario, HOUR).submit(50, ManySmallJobs::small, ManySmallJobs::slowOnOneRank);
        return scenario;
    }

    private static Request small(int number) {
        int samples = 22 + number * 7 % 19;
        int nodes = 2 + number * 5 % 7 % 3;
        return switch (number % 5) {
            case 0, 3 -> new Request("u3", App.dense("a31", 0.015), nodes, samples);
            case 1 -> new Request("u4", App.experts("a41", 0.01), nodes, samples);
            case 2 -> new Request("u5", App.dense("a51", 0.03), nodes, samples);
            default -> new Request("u6", App.hostBound("a61", 0.012), nodes, samples);
        };
    }

    private static Plan mostlyOpen(Plan plan) {
        return switch (plan.id().charAt(plan.id().length() - 1)) {
            case '3' -> plan.showing(Shows.ALL.withoutOwn());
            case '6' -> plan.showing(Shows.ALL.prologOnly());
            default -> plan;
        };
    }

    private static Plan slowOnOneRank(Plan plan) {
        return plan.user().equals("u3") ? mostlyOpen(plan).uneven(5, 0, 1.1) : mostlyOpen(plan);
    }
}
