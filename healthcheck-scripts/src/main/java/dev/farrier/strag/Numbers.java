package dev.farrier.strag;

/** Rounding as the format has it. */
final class Numbers {
    private static final double[] TENS = {1, 10, 100, 1000, 10_000};

    private Numbers() {}

    static double rounded(double value, int digits) {
        return Math.round(value * TENS[digits]) / TENS[digits];
    }
}
