package dev.farrier.strag.otherhand;

/**
 * One GPU through all jobs of a scenario: what it was born with, how warm it is, what it is doing.
 */
final class Gpu {
    /** Dynamic power grows so with the clock, as voltage follows it. */
    private static final double POWER_EXPONENT = 2.4;

    private static final double HEATING_SECONDS = 80;
    private static final double KELVIN_AT_TDP = 32;
    private static final int CLOCK_STEP_MHZ = 15;

    final Counters counters;
    final double matrixQuality;
    final double memoryQuality;
    final double linkQuality;
    private final Sku sku;
    private final double boost;
    private final double appetite;
    private final double resistance;
    private final double slotKelvin;

    private double temperature = 34;
    private double throttle = 1;
    private double clock;
    private double wander;
    private double routing;
    private double own;
    private double twin;
    private double busy;

    Gpu(Sku sku, int slot, Dice dice) {
        this.sku = sku;
        boost = 1 + dice.accepted(0.010, 2.4);
        appetite = 1 + dice.accepted(0.025, 2.5);
        resistance = KELVIN_AT_TDP / sku.tdp() * (1 + dice.accepted(0.05, 2));
        // In most trays the second half of the slots breathes what the first has warmed.
        slotKelvin = (slot % 8 >= 4 || slot == 3 ? 3.5 : 0) + dice.uniform(0, 2);
        matrixQuality = boost + dice.accepted(0.006, 2);
        memoryQuality = 1 + dice.accepted(0.003, 2.5);
        linkQuality = 1 + dice.accepted(0.008, 2.5);
        counters = new Counters(dice);
    }

    /**
     * Sets the clock and the time that this GPU takes for its part of a step, and that of its
     * healthy twin.
     */
    void compute(App app, double work, double starving, Stress stress, double inlet, Dice dice) {
        wander =
                app.noise().memory() * wander
                        + dice.normal(
                                app.noise().wander()
                                        * StrictMath.sqrt(1 - square(app.noise().memory())));
        routing =
                0.85 * routing
                        + dice.normal(app.work().routing() * StrictMath.sqrt(1 - square(0.85)));
        double chance = (1 + wander) * (1 + dice.heavy(app.noise().white() * 0.7)) * (1 + routing);
        if (dice.chance(app.noise().tail())) {
            chance *= 1 + Math.abs(dice.heavy(0.06));
        }
        double healthy = Math.min(1, app.draw().boost() * boost);
        clock = healthy;
        if (stress.has(Kind.CLOCK_LOCK)) {
            clock = Math.min(clock, stress.of(Kind.CLOCK_LOCK));
        }
        clock *= stress.of(Kind.POWER_BRAKE);
        if (stress.has(Kind.POWER_CAP)) {
            clock *= Math.min(1, clockFor(stress.of(Kind.POWER_CAP) * sku.tdp(), app));
        }
        feelHeat(app, stress, inlet);
        clock *= throttle;
        double share = app.stepMs() * work * chance;
        twin = share * parts(app, healthy, 1, 1, 1) * starving;
        double memory = stress.of(Kind.HBM_SLOW) * stress.of(Kind.ECC);
        own =
                share
                        * starving
                        * parts(app, clock, memory, stress.of(Kind.PCIE), stress.of(Kind.CPU));
        own /= stress.of(Kind.MILD);
        busy =
                share
                        * parts(app, clock, memory, 1, 1)
                        * (1 - app.bound().pcie() - app.bound().host());
    }

    private double parts(App app, double clock, double memory, double pcie, double latency) {
        App.Bound bound = app.bound();
        return bound.clock() * app.draw().boost() / clock
                + bound.memory() / (memory * memoryQuality)
                + bound.pcie() / pcie
                + bound.host() * latency
                + bound.rest();
    }

    private double clockFor(double watts, App app) {
        double dynamic = sku.tdp() * app.draw().power() * appetite - sku.idleWatts();
        return StrictMath.pow(
                Math.max(0.02, (watts - sku.idleWatts()) / dynamic), 1 / POWER_EXPONENT);
    }

    private void feelHeat(App app, Stress stress, double inlet) {
        double limit = sku.slowAt() - 2;
        if (temperature > limit - 1) {
            double watts = (limit - inlet - slotKelvin) / (resistance * stress.of(Kind.THERMAL));
            double bearable = Math.max(0.45, Math.min(1, clockFor(watts, app)));
            throttle += 0.5 * (bearable - throttle);
        } else {
            throttle = Math.min(1, throttle + 0.2 * (1.002 - throttle));
        }
    }

    /** What a sample shows, once the step's time says how long this GPU waited. */
    Shown show(
            App app,
            double stepMs,
            boolean idle,
            Stress stress,
            double inlet,
            double seconds,
            Dice dice) {
        double working = Math.min(1, own / stepMs);
        double nominal = clock / app.draw().boost();
        double dynamic = sku.tdp() * app.draw().power() * appetite - sku.idleWatts();
        double load = idle ? 0.18 : 0.28 + 0.72 * working * Math.min(1, busy / own * 1.1);
        double watts = sku.idleWatts() + dynamic * load * StrictMath.pow(nominal, POWER_EXPONENT);
        if (stress.has(Kind.POWER_CAP)) {
            watts = Math.min(watts, sku.tdp() * stress.of(Kind.POWER_CAP) * 1.01);
        }
        double target = inlet + slotKelvin + watts * resistance * stress.of(Kind.THERMAL);
        temperature += (target - temperature) * (1 - StrictMath.exp(-seconds / HEATING_SECONDS));
        int bits = bits(app, nominal, idle, stress, dice);
        double mhz = clock * sku.smMax() + dice.normal(4);
        double active = 100 * app.draw().density() * Math.min(1, busy / stepMs) + 5 * (1 - working);
        return new Shown(
                Math.min(sku.smMax(), Math.rint(mhz / CLOCK_STEP_MHZ) * CLOCK_STEP_MHZ),
                sku.memMax(),
                Math.rint(temperature + dice.normal(0.5)),
                Math.rint(watts * (1 + dice.heavy(0.014))),
                bits,
                idle ? dice.below(60) : Math.max(0, 100 - (int) Math.abs(dice.normal(1.2))),
                Math.rint(Math.max(1, (idle ? 0.2 : 1) * active * (1 + dice.normal(0.02)))),
                idle && app.draw().cpu() > 40 ? 1 : sku.pcieGen(),
                stress.narrowLink() ? Math.min(8, sku.pcieWidth()) : sku.pcieWidth());
    }

    private int bits(App app, double nominal, boolean idle, Stress stress, Dice dice) {
        int bits = idle ? 0x1 : 0;
        boolean capped = stress.has(Kind.POWER_CAP) && nominal < 0.985;
        if (capped || (!idle && dice.chance(app.draw().capBit()))) {
            bits |= 0x4;
        }
        if (stress.has(Kind.POWER_BRAKE)) {
            bits |= 0x88;
        }
        if (throttle < 0.99) {
            bits |= 0x20;
        }
        return temperature >= sku.slowAt() ? bits | 0x48 : bits;
    }

    /** The node was away from this scenario's jobs for a while: cool, and all its noise is new. */
    void rest() {
        temperature = 34;
        throttle = 1;
        wander = 0;
        routing = 0;
    }

    /** The clock in a short matrix test, of what a healthy one would have. */
    double testClock(Stress stress) {
        double locked =
                stress.has(Kind.CLOCK_LOCK) ? Math.min(1, stress.of(Kind.CLOCK_LOCK) / 0.95) : 1;
        double capped = StrictMath.pow(stress.of(Kind.POWER_CAP), 1 / POWER_EXPONENT);
        double heat = stress.has(Kind.THERMAL) ? throttle : 1;
        return locked * capped * heat * stress.of(Kind.POWER_BRAKE) * stress.of(Kind.MILD);
    }

    double own() {
        return own;
    }

    double effect() {
        return own / twin - 1;
    }

    boolean throttles() {
        return throttle < 0.985;
    }

    private static double square(double value) {
        return value * value;
    }

    /** One GPU's part of a sample line, without its counters and rates. */
    record Shown(
            double clock,
            double memoryClock,
            double temperature,
            double watts,
            int bits,
            double utilisation,
            double active,
            double gen,
            double width) {}
}
