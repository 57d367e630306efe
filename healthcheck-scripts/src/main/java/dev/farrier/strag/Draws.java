package dev.farrier.strag;

import java.util.SplittableRandom;

/**
 * Random numbers that are the same on every machine and in every Java for the same seed: only the
 * generator is the JDK's, its distributions are not specified.
 */
final class Draws {
    private final SplittableRandom random;
    private double spare = Double.NaN;

    private Draws(long seed) {
        random = new SplittableRandom(seed);
    }

    /** A stream of its own for each purpose, so that a change in one leaves the others alone. */
    static Draws of(long seed, String purpose) {
        long mixed = seed * 0x9E3779B97F4A7C15L + purpose.hashCode();
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        return new Draws(mixed ^ (mixed >>> 31));
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

    /** Marsaglia's polar method. */
    double normal() {
        if (!Double.isNaN(spare)) {
            double value = spare;
            spare = Double.NaN;
            return value;
        }
        while (true) {
            double x = uniform(-1, 1);
            double y = uniform(-1, 1);
            double square = x * x + y * y;
            if (square < 1 && square > 0) {
                double scale = Math.sqrt(-2 * StrictMath.log(square) / square);
                spare = y * scale;
                return x * scale;
            }
        }
    }

    /** A factor around 1. */
    double lognormal(double sigma) {
        return StrictMath.exp(sigma * normal());
    }

    double exponential(double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    /** Student's t with six degrees of freedom; its standard deviation is 1.22. */
    double studentT6() {
        double chiSquare = exponential(2) + exponential(2) + exponential(2);
        return normal() / Math.sqrt(chiSquare / 6);
    }

    long poisson(double mean) {
        if (mean <= 0) {
            return 0;
        }
        if (mean > 50) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
        }
        double limit = StrictMath.exp(-mean);
        long count = 0;
        for (double product = random.nextDouble();
                product > limit;
                product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
