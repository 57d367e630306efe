package dev.farrier.straggler;

import java.util.Arrays;

/** Tail probabilities, and what survives when many are looked at together. */
final class Chance {
    private Chance() {}

    /**
     * Chance of at least {@code hits} of {@code trials}, each of probability {@code p} (binomial
     * tail).
     */
    static double atLeast(int hits, int trials, double p) {
        if (p <= 0 || p >= 1) {
            return hits <= (p <= 0 ? 0 : trials) ? 1 : 0;
        }
        double tail = 0;
        double logChoose = 0;
        for (int k = 0; k <= trials; k++) {
            if (k > 0) {
                logChoose += Math.log(trials - k + 1.0) - Math.log(k);
            }
            if (k >= hits) {
                tail += Math.exp(logChoose + k * Math.log(p) + (trials - k) * Math.log1p(-p));
            }
        }
        return Math.min(1, tail);
    }

    /**
     * Fisher's combination of {@code count} independent p-values (Statistical Methods for Research
     * Workers, 1932): the chance that −2 Σ log p is at least {@code statistic}, which is χ² with
     * 2·count degrees of freedom, for which the tail is a finite sum.
     */
    static double fisher(double statistic, int count) {
        double half = statistic / 2;
        double logTerm = -half;
        double sum = Math.exp(logTerm);
        for (int i = 1; i < count; i++) {
            logTerm += Math.log(half / i);
            sum += Math.exp(logTerm);
        }
        return Math.min(1, sum);
    }

    /**
     * Chance that a standard normal variable exceeds z (Abramowitz and Stegun, 7.1.26; error below
     * 1.5e-7).
     */
    static double above(double z) {
        double x = Math.abs(z) / Math.sqrt(2);
        double t = 1 / (1 + 0.3275911 * x);
        double poly =
                t
                        * (0.254829592
                                + t
                                        * (-0.284496736
                                                + t
                                                        * (1.421413741
                                                                + t
                                                                        * (-1.453152027
                                                                                + t
                                                                                        * 1.061405429))));
        double tail = poly * Math.exp(-x * x) / 2;
        return z >= 0 ? tail : 1 - tail;
    }

    /**
     * Which of these p-values stand at a rate q of false discoveries (Benjamini and Hochberg, J. R.
     * Stat. Soc. B 57 (1995) 289): those not above the largest p(i) ≤ q·i/n.
     */
    static boolean[] discoveries(double[] p, double q) {
        double[] sorted = p.clone();
        Arrays.sort(sorted);
        double limit = -1;
        for (int i = 0; i < sorted.length; i++) {
            if (sorted[i] <= q * (i + 1) / sorted.length) {
                limit = sorted[i];
            }
        }
        boolean[] stands = new boolean[p.length];
        for (int i = 0; i < p.length; i++) {
            stands[i] = p[i] <= limit;
        }
        return stands;
    }
}
