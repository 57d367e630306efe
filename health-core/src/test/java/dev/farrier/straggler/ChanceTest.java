package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChanceTest {
    @Test
    void knowsTheTailsOfTheBinomial() {
        assertThat(Chance.atLeast(8, 10, 0.5)).isCloseTo(56 / 1024.0, within(1e-12));
        assertThat(Chance.atLeast(1, 3, 0.1)).isCloseTo(1 - 0.9 * 0.9 * 0.9, within(1e-12));
        assertThat(Chance.atLeast(3, 3, 0.01)).isCloseTo(1e-6, within(1e-15));
        assertThat(Chance.atLeast(3, 64, 0.01))
                .as("1 − P(0, 1, 2) of 64 at one in a hundred")
                .isCloseTo(
                        1
                                - Math.pow(0.99, 64)
                                - 64 * 0.01 * Math.pow(0.99, 63)
                                - 2016 * 1e-4 * Math.pow(0.99, 62),
                        within(1e-12));
    }

    @Test
    void isSureOfNoHitsAndOfNothingMoreThanAllTrials() {
        assertThat(Chance.atLeast(0, 5, 0.3)).isCloseTo(1, within(1e-12));
        assertThat(Chance.atLeast(6, 5, 0.3)).isZero();
    }

    @Test
    void isCertainWhereEveryTrialHits() {
        assertThat(Chance.atLeast(3, 5, 1)).isEqualTo(1);
        assertThat(Chance.atLeast(6, 5, 1)).isZero();
    }

    @Test
    void neverHitsWithoutAChance() {
        assertThat(Chance.atLeast(1, 5, 0)).isZero();
        assertThat(Chance.atLeast(0, 5, 0)).isEqualTo(1);
    }

    @Test
    void knowsTheTailsOfChiSquareByTheTables() {
        assertThat(Chance.fisher(5.991, 1)).isCloseTo(0.05, within(2e-5));
        assertThat(Chance.fisher(9.488, 2)).isCloseTo(0.05, within(2e-5));
        assertThat(Chance.fisher(23.209, 5)).isCloseTo(0.01, within(1e-5));
        assertThat(Chance.fisher(31.410, 10)).isCloseTo(0.05, within(1e-5));
        assertThat(Chance.fisher(124.342, 50)).isCloseTo(0.05, within(1e-5));
        assertThat(Chance.fisher(0, 4)).isEqualTo(1);
    }

    @Test
    void combinesTheChancesOfThousandsOfJobs() {
        int jobs = 5_000;
        assertThat(Chance.fisher(2.0 * jobs, jobs))
                .as("the mean of χ²")
                .isCloseTo(0.5, within(0.01));
        double twoDeviations = 2.0 * jobs + 2 * Math.sqrt(4.0 * jobs);
        assertThat(Chance.fisher(twoDeviations, jobs)).isCloseTo(0.0228, within(0.002));
        assertThat(Chance.fisher(6.0 * jobs, jobs)).isLessThan(1e-12);
    }

    @Test
    void knowsTheTailsOfTheNormal() {
        assertThat(Chance.above(0)).isCloseTo(0.5, within(2e-7));
        assertThat(Chance.above(1.6448536)).isCloseTo(0.05, within(2e-7));
        assertThat(Chance.above(1.959964)).isCloseTo(0.025, within(2e-7));
        assertThat(Chance.above(3)).isCloseTo(0.0013498980, within(2e-7));
        assertThat(Chance.above(-1)).isCloseTo(0.8413447461, within(2e-7));
        assertThat(Chance.above(40)).isZero();
        assertThat(Chance.above(-40)).isEqualTo(1);
    }

    /** Their study of thrombolysis: fifteen p-values, q = 0.05; the first four hypotheses fall. */
    @Test
    void rejectsWhatBenjaminiAndHochbergRejectInTheirExample() {
        double[] p = {
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0000
        };
        boolean[] stands = Chance.discoveries(p, 0.05);
        for (int i = 0; i < p.length; i++) {
            assertThat(stands[i]).as("p(%d) = %s", i + 1, p[i]).isEqualTo(i < 4);
        }
    }

    @Test
    void doesNotDependOnTheOrderOfTheChances() {
        assertThat(Chance.discoveries(new double[] {0.9, 0.001, 0.5, 0.01}, 0.05))
                .containsExactly(false, true, false, true);
    }

    @Test
    void letsALaterChanceCarryTheEarlierOnes() {
        assertThat(Chance.discoveries(new double[] {0.04, 0.045, 0.049}, 0.05))
                .as("only p(3) ≤ q·3/3, which carries all")
                .containsExactly(true, true, true);
    }

    @Test
    void findsNothingWhereNothingStands() {
        double[] p = new double[100];
        Arrays.fill(p, 0.2);
        assertThat(Chance.discoveries(p, 0.05)).containsOnly(false);
        assertThat(Chance.discoveries(new double[0], 0.05)).isEmpty();
    }
}
