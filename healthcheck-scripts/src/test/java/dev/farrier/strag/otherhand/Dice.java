package dev.farrier.strag.otherhand;

import java.util.Random;

/** The chance of one scenario: the same seed throws the same numbers on every machine. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        random = new Random(seed);
    }

    double uniform(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    double normal(double deviation) {
        return random.nextGaussian() * deviation;
    }

    /** Student's t with four degrees of freedom, cut at eight deviations. */
    double heavy(double deviation) {
        double squares = 0;
        for (int i = 0; i < 4; i++) {
            double draw = random.nextGaussian();
            squares += draw * draw;
        }
        double draw = random.nextGaussian() / StrictMath.sqrt(squares / 4 + 1e-6);
        return Math.max(-8, Math.min(8, draw)) * deviation;
    }

    /**
     * A normal draw that never leaves {@code limit} deviations: parts further out fail their
     * acceptance test.
     */
    double accepted(double deviation, double limit) {
        return Math.max(-limit, Math.min(limit, random.nextGaussian())) * deviation;
    }

    long poisson(double mean) {
        if (mean > 30) {
            return Math.max(0, Math.round(mean + normal(StrictMath.sqrt(mean))));
        }
        double limit = StrictMath.exp(-mean);
        double product = random.nextDouble();
        long count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }
}
