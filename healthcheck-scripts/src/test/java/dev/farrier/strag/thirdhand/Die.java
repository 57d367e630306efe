package dev.farrier.strag.thirdhand;

/** The changing state of one GPU: its heat and the clock that its power and heat budget leave. */
final class Die {
    private static final double SECONDS_TO_WARM = 38;

    private final Chip chip;
    private double celsius;
    private double thermalCeiling;
    private double clock;
    private double watts;
    private int bits;

    Die(Chip chip, double celsius) {
        this.chip = chip;
        this.celsius = celsius;
        this.thermalCeiling = chip.topClock();
        this.clock = chip.topClock();
    }

    /** Lives through {@code seconds} under a load. */
    void live(double seconds, Strain strain, double load, double busy, double inlet) {
        double byPower = chip.clockFor(strain.watts(), celsius, load, busy);
        clock = Math.min(Math.min(strain.ceiling(), byPower), thermalCeiling);
        clock = Math.max(clock, 0.25 * chip.topClock());
        watts = chip.watts(clock, celsius, load, busy);
        bits = clock >= strain.ceiling() ? strain.bits() : 0;
        bits |= byPower < chip.topClock() && byPower <= clock * 1.004 ? 0x4 : 0;
        bits |= thermalCeiling <= clock ? (thermalCeiling < chip.topClock() ? 0x20 : 0) : 0;
        bits |= celsius >= chip.sku().slowdownAt ? 0x48 : 0;
        double settled = inlet + strain.warmth() * watts;
        celsius += (settled - celsius) * (1 - StrictMath.exp(-seconds / SECONDS_TO_WARM));
        double limit = chip.sku().slowdownAt - 3;
        if (celsius > limit) {
            thermalCeiling = Math.min(thermalCeiling, clock);
            thermalCeiling -= 2.4 * seconds * Math.min(3, celsius - limit);
        } else {
            double room = Math.min(4, limit - celsius);
            thermalCeiling = Math.min(chip.topClock(), thermalCeiling + 1.2 * seconds * room);
        }
    }

    double celsius() {
        return celsius;
    }

    double clock() {
        return clock;
    }

    double watts() {
        return watts;
    }

    int bits() {
        return bits;
    }
}
