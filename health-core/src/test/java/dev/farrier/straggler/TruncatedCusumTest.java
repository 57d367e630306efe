package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TruncatedCusumTest {
    private static final double KAPPA = 0.05;
    private static final double NOISE = 0.01;
    private static final double CLIP = 3;
    private static final double ALARM = 10;
    private static final double CEILING = 15;

    private static float next(float sum, double value) {
        return TruncatedCusum.next(sum, value, KAPPA, NOISE, CLIP, CEILING);
    }

    private static int samplesToAlarm(double value) {
        float sum = 0;
        for (int n = 1; n <= 1000; n++) {
            sum = next(sum, value);
            if (sum > ALARM) {
                return n;
            }
        }
        return -1;
    }

    @Test
    void addsTheExcessInNoiseScales() {
        assertThat(next(1, 0.07)).isCloseTo(3, within(1e-5f));
        assertThat(next(4, 0.03)).isCloseTo(2, within(1e-5f));
    }

    @Test
    void neverFallsBelowZero() {
        assertThat(next(1, 0)).isZero();
        assertThat(next(0, -100)).isZero();
    }

    @Test
    void takesNoMoreThanTheClipFromOneSample() {
        assertThat(next(0, 50)).isEqualTo(3);
        assertThat(next(9, Double.POSITIVE_INFINITY)).isEqualTo(12);
        assertThat(next(9, -50)).isEqualTo(6);
    }

    @Test
    void stopsAtItsCeiling() {
        assertThat(next(14, 50)).isEqualTo(15);
        assertThat(next(15, 50)).isEqualTo(15);
    }

    @Test
    void isLeftByAMissingValue() {
        assertThat(next(7, Double.NaN)).isEqualTo(7);
    }

    @Test
    void alarmsAfterHeightTimesNoiseOverExcess() {
        assertThat(samplesToAlarm(0.06)).as("excess of one noise scale").isBetween(10, 11);
        assertThat(samplesToAlarm(0.07)).as("excess of two").isBetween(5, 6);
        assertThat(samplesToAlarm(5)).as("however large").isEqualTo(4);
        assertThat(samplesToAlarm(0.0499)).as("below what matters").isEqualTo(-1);
    }

    @Test
    void healthySeriesReachesTheHeightHardlyEver() {
        SplittableRandom random = new SplittableRandom(1);
        int alarmed = 0;
        for (int series = 0; series < 2000; series++) {
            float sum = 0;
            float highest = 0;
            for (int i = 0; i < 200; i++) {
                sum = next(sum, KAPPA + NOISE * (random.nextGaussian() - 0.5));
                highest = Math.max(highest, sum);
            }
            alarmed += highest > ALARM ? 1 : 0;
        }
        assertThat(alarmed).as("of 2,000; exp(−2·0.5·10) a start of an excursion").isLessThan(10);
    }
}
