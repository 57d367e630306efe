package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepWatchTest {
    private static final double LEAST = 0.5;
    private static final double NO_TEST = Double.NaN;

    private final StepWatch watch = new StepWatch(StragglerSettings.defaults());
    private final JobPace pace = new JobPace(PaceHistory.Usual.UNKNOWN);

    /** One node's link: says after each tick what it has found, as the judge of the job does. */
    private final class Link {
        private final StepState state = new StepState();
        private final List<Double> found = new ArrayList<>();

        void tick(double errors, double testLoss) {
            double effect = watch.effect(state, (float) errors, LEAST, pace, testLoss);
            if (!Double.isNaN(effect)) {
                state.reported = true;
                found.add(effect);
            }
        }

        boolean isSlow() {
            return state.active && state.reported;
        }
    }

    private final Link link = new Link();
    private final Link other = new Link();

    /** So many ticks with these errors a second and a step of these milliseconds. */
    private void ticks(int count, double errors, double step, double slowest) {
        ticks(count, errors, 0, step, slowest, NO_TEST);
    }

    private void ticks(
            int count,
            double errors,
            double othersErrors,
            double step,
            double slowest,
            double testLoss) {
        for (int i = 0; i < count; i++) {
            pace.add(
                    (float) Math.log(step),
                    (float) Math.log(slowest),
                    Float.NaN,
                    link.isSlow() || other.isSlow());
            link.tick(errors, testLoss);
            other.tick(othersErrors, NO_TEST);
        }
    }

    @Test
    void errorsWithALongerStepAreAFaultFromTheThirdSampleOn() {
        ticks(20, 0, 1000, 850);
        ticks(2, 6, 1300, 850);
        assertThat(link.found).isEmpty();
        ticks(1, 6, 1300, 850);
        assertThat(link.found).hasSize(1);
        assertThat(link.found.get(0)).isCloseTo(Math.log(1.3), within(1e-4));
    }

    @Test
    void isSaidOnceWhileItLasts() {
        ticks(20, 0, 1000, 850);
        ticks(100, 6, 1300, 850);
        assertThat(link.found).hasSize(1);
    }

    @Test
    void errorsWithoutALongerStepAreNone() {
        ticks(20, 0, 1000, 850);
        ticks(60, 6, 1010, 850);
        assertThat(link.found).isEmpty();
    }

    @Test
    void aLongerStepWithoutErrorsIsNone() {
        ticks(20, 0, 1000, 850);
        ticks(60, 0.3, 1300, 850);
        assertThat(link.found).isEmpty();
    }

    @Test
    void aStepThatTheSlowestRankMadeLongerIsNotTheLinks() {
        ticks(20, 0, 1000, 850);
        ticks(30, 6, 1300, 1150);
        assertThat(link.found).isEmpty();
    }

    @Test
    void takesOffWhatTheSlowestRankMadeLonger() {
        ticks(20, 0, 1000, 850);
        ticks(10, 6, 1300, 950);
        assertThat(link.found).hasSize(1);
        assertThat(link.found.get(0))
                .isCloseTo(Math.log(1 + (350 - 150 * 950 / 850.0) / 1000), within(1e-4));
    }

    @Test
    void chronicErrorsAreNoReasonForAStepThatGetsLonger() {
        ticks(40, 6, 1000, 850);
        ticks(30, 6, 1300, 850);
        assertThat(link.found).isEmpty();
    }

    @Test
    void aMultipleOfChronicErrorsIsASign() {
        ticks(40, 2, 1000, 850);
        ticks(10, 5, 1300, 850);
        assertThat(link.found).as("less than three times").isEmpty();
        ticks(10, 2, 1000, 850);
        ticks(10, 20, 1300, 850);
        assertThat(link.found).hasSize(1);
    }

    @Test
    void errorsFromTheStartThatStopWithTheLongStepWereAFault() {
        ticks(20, 6, 1300, 850);
        assertThat(link.found).isEmpty();
        ticks(2, 0, 1000, 850);
        assertThat(link.found).hasSize(1);
        assertThat(link.found.get(0)).isCloseTo(Math.log(1.3), within(1e-4));
    }

    @Test
    void errorsFromTheStartThatStopAndChangeNothingWereNone() {
        ticks(20, 6, 1000, 850);
        ticks(20, 0, 1000, 850);
        assertThat(link.found).isEmpty();
    }

    @Test
    void errorsFromTheStartAreAFaultWhenTheTestOfTheLinkIsLow() {
        ticks(10, 6, 0, 1400, 850, 0.5);
        assertThat(link.found).hasSize(1);
        double communication = 1 - 850 / 1400.0;
        assertThat(link.found.get(0))
                .isCloseTo(-Math.log(1 - communication * (1 - Math.exp(-0.5))), within(1e-3));
    }

    @Test
    void aSecondFaultLongAfterTheFirstIsSaidAgain() {
        ticks(20, 0, 1000, 850);
        ticks(10, 6, 1300, 850);
        ticks(20, 0, 1000, 850);
        ticks(10, 6, 1300, 850);
        assertThat(link.found).hasSize(2);
    }

    @Test
    void aGapOfOneOrTwoSamplesDoesNotEndIt() {
        ticks(20, 0, 1000, 850);
        for (int i = 0; i < 5; i++) {
            ticks(5, 6, 1300, 850);
            ticks(2, 0, 1300, 850);
        }
        assertThat(link.found).hasSize(1);
    }

    @Test
    void errorsWithoutEffectDuringAnothersFaultAreNone() {
        ticks(20, 0, 0, 1000, 850, NO_TEST);
        ticks(20, 0, 6, 1300, 850, NO_TEST);
        ticks(20, 6, 6, 1300, 850, NO_TEST);
        assertThat(other.found).hasSize(1);
        assertThat(link.found).isEmpty();
    }

    @Test
    void aSecondFaultOnTopOfAnothersIsItsOwnShare() {
        ticks(20, 0, 0, 1000, 850, NO_TEST);
        ticks(20, 0, 6, 1300, 850, NO_TEST);
        ticks(20, 6, 6, 1560, 850, NO_TEST);
        assertThat(other.found).hasSize(1);
        assertThat(link.found).hasSize(1);
        assertThat(link.found.get(0)).isCloseTo(Math.log(1.2), within(1e-3));
    }

    @Test
    void aStepThatGetsLongerLongAfterTheErrorsBeganIsNotTheirs() {
        ticks(20, 0, 1000, 850);
        ticks(60, 6, 1000, 850);
        ticks(40, 6, 1300, 850);
        assertThat(link.found).isEmpty();
    }

    @Test
    void isLeftByAnUnknownSign() {
        ticks(20, 0, 1000, 850);
        ticks(1, 6, 1300, 850);
        ticks(50, Double.NaN, 1300, 850);
        assertThat(link.found).isEmpty();
        ticks(2, 6, 1300, 850);
        assertThat(link.found).hasSize(1);
    }

    @Test
    void saysNothingWhereTheStepIsNotKnown() {
        ticks(20, 0, Double.NaN, Double.NaN);
        ticks(60, 6, Double.NaN, Double.NaN);
        assertThat(link.found).isEmpty();
    }
}
