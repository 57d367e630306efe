package dev.farrier.straggler;

/**
 * One-sided cumulative sum (Page, Biometrika 41 (1954) 100) of clipped steps: c ← max(0, c +
 * clip((x − κ)/s)).
 *
 * <p>The clip makes one spike worth {@code clip} noise scales at most. For a healthy series with
 * drift μ &lt; 0 (in noise scales) the chance to reach H is about exp(−2 |μ| H) (Siegmund,
 * Sequential Analysis, 1985); a slow-down δ is found after about H·s / (δ − κ) samples.
 */
final class TruncatedCusum {
    private TruncatedCusum() {}

    /**
     * The next sum, at most {@code ceiling}, so that the end of a long fault is seen as soon as
     * that of a short one. NaN leaves it.
     */
    static float next(
            float sum, double value, double kappa, double noise, double clip, double ceiling) {
        double step = (value - kappa) / noise;
        if (Double.isNaN(step)) {
            return sum;
        }
        return (float) Math.min(ceiling, Math.max(0, sum + Math.max(-clip, Math.min(clip, step))));
    }
}
