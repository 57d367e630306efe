package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Fills a cluster with jobs, one after the other on whichever nodes come free. */
final class Day {
    private final Scenario scenario;
    private final Chance chance;
    private final double[] freeAt;
    private final double pause;
    private int submitted;

    /**
     * @param pause seconds at most that nodes stand idle before a job
     */
    Day(Scenario scenario, double pause) {
        this.pause = pause;
        this.scenario = scenario;
        this.chance = scenario.chance();
        this.freeAt = new double[scenario.nodes()];
    }

    /** What a user submits. */
    record Request(String user, App app, int nodes, int samples) {
        Plan on(int number, List<Integer> chosen, double start, double interval) {
            return new Plan(
                    "j" + number,
                    user,
                    app,
                    chosen,
                    start,
                    samples * interval + 45,
                    1,
                    Machine.GPUS,
                    Plan.Shows.ALL,
                    List.of(),
                    List.of());
        }
    }

    /** Submits so many jobs; {@code habits} makes of each plan what its user makes of it. */
    Day submit(int count, IntFunction<Request> requests, Habit habits) {
        for (int i = 0; i < count; i++) {
            int number = ++submitted;
            Request request = requests.apply(number);
            List<Integer> chosen = nodes(number, request.nodes());
            double ready = chosen.stream().mapToDouble(node -> freeAt[node]).max().orElse(0);
            double start = Math.rint(ready + chance.between(30, pause, Topic.PLAN, number, 2));
            Plan plan = habits.apply(request.on(number, chosen, start, scenario.interval()));
            chosen.forEach(node -> freeAt[node] = plan.end());
            scenario.job(plan);
        }
        return this;
    }

    /** What a user or a site does with a plan. */
    interface Habit {
        Plan apply(Plan plan);
    }

    private List<Integer> nodes(int number, int count) {
        double patience = 40 * scenario.interval();
        return IntStream.range(0, freeAt.length)
                .boxed()
                .sorted(
                        Comparator.comparingDouble(
                                node ->
                                        freeAt[node]
                                                + patience
                                                        * chance.uniform(
                                                                Topic.PLAN,
                                                                number * 1000L + node,
                                                                7)))
                .limit(count)
                .toList();
    }
}
