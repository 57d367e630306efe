package dev.farrier.strag.thirdhand;

import dev.farrier.strag.thirdhand.Chance.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One scenario: a cluster, its jobs, what is wrong and what only looks wrong. */
final class Scenario {
    private static final double USUAL_INLET = 25;

    /** Warm air in one rack for a time. */
    private record Heat(int rack, double t0, double t1, double degrees) {}

    private final String name;
    private final String note;
    private final Chance chance;
    private final int nodes;
    private final IntFunction<Sku> skus;
    private final List<Plan> jobs = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Sign> signs = new ArrayList<>();
    private final List<Integer> lemons = new ArrayList<>();
    private final List<Heat> heats = new ArrayList<>();
    private final Map<Integer, Machine> machines = new HashMap<>();
    private double interval = 10;
    private double skew = 0.3;
    private double day;
    private double rollout = Fault.FOR_GOOD;

    Scenario(String name, long seed, String note, int nodes, IntFunction<Sku> skus) {
        this.name = name;
        this.note = note;
        this.chance = new Chance(seed);
        this.nodes = nodes;
        this.skus = skus;
    }

    Scenario everyMinute() {
        interval = 60;
        return this;
    }

    /** The clocks of the nodes are wrong by up to so many seconds. */
    Scenario skewed(double seconds) {
        skew = seconds;
        return this;
    }

    /** The air is warmer by day by so many degrees. */
    Scenario withDay(double degrees) {
        day = degrees;
        return this;
    }

    Scenario heat(int rack, double t0, double t1, double degrees) {
        heats.add(new Heat(rack, t0, t1, degrees));
        return this;
    }

    /** From then on every short test reads 4 to 7 % less on every node, and no job is slower. */
    Scenario driverRollout(double t) {
        rollout = t;
        return this;
    }

    Scenario job(Plan plan) {
        jobs.add(plan);
        return this;
    }

    Scenario fault(Fault fault) {
        faults.add(fault);
        return this;
    }

    Scenario sign(Sign sign) {
        signs.add(sign);
        return this;
    }

    Scenario lemon(int node) {
        lemons.add(node);
        return this;
    }

    String name() {
        return name;
    }

    String note() {
        return note;
    }

    Chance chance() {
        return chance;
    }

    int nodes() {
        return nodes;
    }

    double interval() {
        return interval;
    }

    double skew() {
        return skew;
    }

    double rollout() {
        return rollout;
    }

    List<Plan> jobs() {
        return List.copyOf(jobs);
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    List<Sign> signs() {
        return List.copyOf(signs);
    }

    List<Integer> lemons() {
        return List.copyOf(lemons);
    }

    Machine machine(int number) {
        return machines.computeIfAbsent(number, n -> Machine.of(n, skus.apply(n), faults, chance));
    }

    /** The sample of that node and sampling moment never arrived. */
    boolean lost(Plan plan, int node, int moment) {
        return chance.uniform(Topic.LOSS, plan.key() * 4096L + node, moment) < plan.shows().loss();
    }

    double inlet(Machine machine, double t) {
        double air = USUAL_INLET + machine.warmerAir();
        air += day * StrictMath.sin(2 * Math.PI * (t / 86_400 - 0.3));
        for (Heat heat : heats) {
            if (heat.rack() == machine.rack() && t >= heat.t0() && t < heat.t1()) {
                air += heat.degrees() * Math.min(1, (t - heat.t0()) / 600);
            }
        }
        return air;
    }
}
