package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterIncreaseTest {
    private static double between(double before, double now) {
        return CounterIncrease.between(before, now);
    }

    @Test
    void isTheDifferenceOfACounterThatGrows() {
        assertThat(between(100, 142)).isEqualTo(42);
        assertThat(between(0, 0)).isZero();
        assertThat(between(5_000_000_000.0, 5_000_000_007.0)).isEqualTo(7);
    }

    @Test
    void isZeroWhileTheCounterStandsStill() {
        assertThat(between(100, 100)).isZero();
    }

    @Test
    void isUnknownAfterARestart() {
        assertThat(between(40_000, 3)).isNaN();
        assertThat(between(1_000_000, 0)).isNaN();
        assertThat(between(9e18, 5)).isNaN();
    }

    @Test
    void goesOnOverAWrapAtSixteenBits() {
        assertThat(between(65_530, 4)).isEqualTo(10);
        assertThat(between(60_000, 1_000)).isEqualTo(6_536);
    }

    @Test
    void goesOnOverAWrapAtThirtyTwoBits() {
        assertThat(between(4_294_967_290.0, 4)).isEqualTo(10);
    }

    @Test
    void takesAFallFromTheMiddleOfTheRangeForARestart() {
        assertThat(between(58_000, 4)).isNaN();
        assertThat(between(65_530, 7_000)).isNaN();
        assertThat(between(3_000_000_000.0, 4)).isNaN();
    }

    @ParameterizedTest
    @ValueSource(doubles = {65_535, 4_294_967_295.0})
    void isUnknownWhileTheCounterStandsAtItsHighestValue(double highest) {
        assertThat(between(highest, highest)).isNaN();
        assertThat(between(highest - 30, highest)).isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void isUnknownWhereEitherValueIsNonsense(double nonsense) {
        assertThat(between(nonsense, 10)).isNaN();
        assertThat(between(10, nonsense)).isNaN();
        assertThat(between(nonsense, nonsense)).isNaN();
    }
}
