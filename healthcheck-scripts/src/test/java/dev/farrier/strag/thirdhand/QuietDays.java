package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.App.Phase;
import dev.farrier.strag.thirdhand.Chance.Topic;
import dev.farrier.strag.thirdhand.Day.Habit;
import dev.farrier.strag.thirdhand.Day.Request;
import dev.farrier.strag.thirdhand.Plan.Shows;
import dev.farrier.strag.thirdhand.Plan.Uneven;
import dev.farrier.strag.thirdhand.Sign.Look;
import java.util.List;
import java.util.function.IntFunction;

/** T21 to T24: days of a whole cluster on which nothing is wrong. */
final class QuietDays {
    private static final int JOBS = 60;

    private QuietDays() {}

    static List<Scenario> all() {
        return List.of(
                day("T21", 900_121, 160, n -> Sku.H100, 0.005, Shows.ALL, 0.3),
                day(
                        "T22",
                        900_122,
                        120,
                        n -> n < 70 ? Sku.A100 : Sku.H100,
                        0.02,
                        Shows.ALL.withoutOwn(),
                        2),
                day(
                        "T23",
                        900_123,
                        140,
                        n -> n < 90 ? Sku.V100 : Sku.L40S,
                        0.045,
                        Shows.ALL.withoutStep().prologOnly(),
                        1),
                day("T24", 900_124, 160, n -> Sku.H200, 0.015, Shows.ALL.losing(0.25), 8));
    }

    private static Scenario day(
            String name,
            long seed,
            int nodes,
            IntFunction<Sku> skus,
            double noise,
            Shows shows,
            double skew) {
        Scenario scenario =
                new Scenario(name, seed, "a day on which nothing is wrong", nodes, skus)
                        .everyMinute()
                        .skewed(skew)
                        .withDay(2.5)
                        .heat(3, 2500, 7000, 13);
        tempt(scenario);
        Habit habits = plan -> unevenly(plan.showing(shows), scenario.chance());
        new Day(scenario, 240).submit(JOBS, number -> request(number, noise), habits);
        return scenario;
    }

    private static void tempt(Scenario scenario) {
        Look[] looks = {
            Look.ECC_STORM,
            Look.NVLINK_ERRORS,
            Look.SYMBOL_ERRORS,
            Look.NARROW,
            Look.HOT,
            Look.REPLAYS,
            Look.LOW_CLOCK,
            Look.BUSY_HOST
        };
        double[] sizes = {0.8, 1.2, 1.5, 8, 1.12, 0.4, 0.985, 25};
        Chance chance = scenario.chance();
        for (int i = 0; i < 32; i++) {
            int node = (int) (scenario.nodes() * chance.uniform(Topic.PLAN, i, 20));
            int gpu = (int) (Machine.GPUS * chance.uniform(Topic.PLAN, i, 21));
            int which = i % looks.length;
            boolean late = i % 3 == 0;
            double from = late ? chance.between(1000, 9000, Topic.PLAN, i, 22) : -86_400;
            double until = late ? from + 2400 : Fault.FOR_GOOD;
            scenario.sign(new Sign(looks[which], node, gpu, from, until, sizes[which]));
        }
    }

    private static Request request(int number, double noise) {
        int nodes =
                switch (number % 6) {
                    case 0 -> 24;
                    case 1 -> 1;
                    case 2 -> 8;
                    case 3 -> 3;
                    case 4 -> 16;
                    default -> 4;
                };
        int samples = 20 + number * 11 % 23;
        return switch (number % 7) {
            case 0 -> new Request("u1", App.dense("b1", noise), nodes, samples);
            case 1 -> new Request("u2", App.memoryBound("b2", noise), nodes, samples);
            case 2 -> new Request("u3", App.experts("b3", noise), nodes, samples);
            case 3 -> new Request("u4", App.hostBound("b4", noise), nodes, samples);
            case 4 ->
                    new Request(
                            "u5",
                            App.dense("b5", noise).withPhases(new Phase(900, 600, 840, 0.55, 0.7)),
                            nodes,
                            samples);
            case 5 ->
                    new Request(
                            "u6",
                            App.dense("b6", noise).staged(1.0, 1.05, 0.96, 1.1),
                            nodes,
                            samples);
            default -> new Request("u7", App.offloading("b7", noise), nodes, samples);
        };
    }

    /**
     * Every third job has uneven work, from the start or from its middle on; every fifth stalls.
     */
    private static Plan unevenly(Plan plan, Chance chance) {
        int number = Integer.parseInt(plan.id().substring(1));
        boolean staged = !plan.app().stages().isEmpty() && plan.nodes().size() % 4 == 0;
        Plan made = staged ? plan.split(4, Machine.GPUS) : plan;
        int ranks = plan.nodes().size() * Machine.GPUS;
        if (number % 3 == 0) {
            int rank = (int) (ranks * chance.uniform(Topic.PLAN, number, 30));
            double from = number % 2 == 0 ? 0 : plan.seconds() / 2;
            made = made.with(new Uneven(rank, from, plan.seconds(), 1.09, number % 4 == 0));
        }
        return number % 5 == 0
                ? made.stalling(0.4 * plan.seconds(), 0.4 * plan.seconds() + 150)
                : made;
    }
}
