package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How far an application's own times follow what the GPUs' compute tests let expect: 1 for one
 * bound by the clock, 0 for one that is not.
 *
 * <p>Slope through the origin of deviation on expectation over a cohort's ranks and samples, by
 * ridge regression towards 0 (Hoerl and Kennard, Technometrics 12 (1970) 55) with a prior spread of
 * a half; single slow ranks are clipped.
 */
final class Elasticity {
    private static final double PRIOR_SPREAD = 0.5;
    private static final double CLIP = 0.1;
    private static final double KEEP = 1 - 1e-5;

    private double products;
    private double squares;

    void add(double deviation, double expected) {
        if (!Double.isNaN(expected)) {
            double clipped = Math.max(-CLIP, Math.min(CLIP, deviation));
            products = products * KEEP + clipped * expected;
            squares = squares * KEEP + expected * expected;
        }
    }

    double estimate(double noise) {
        double ridge = noise * noise / (PRIOR_SPREAD * PRIOR_SPREAD);
        return Math.max(0, Math.min(1, products / (squares + ridge)));
    }

    void save(DataOutput out) throws IOException {
        out.writeDouble(products);
        out.writeDouble(squares);
    }

    void restore(DataInput in) throws IOException {
        products = in.readDouble();
        squares = in.readDouble();
    }
}
