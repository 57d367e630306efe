package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PeerMedianTest {
    private static final float NAN = Float.NaN;

    private static int[] all(int count) {
        int[] members = new int[count];
        Arrays.setAll(members, i -> i);
        return members;
    }

    private static float[] deviations(float... values) {
        float[] deviation = new float[values.length];
        new PeerMedian(values.length).deviations(values, all(values.length), deviation);
        return deviation;
    }

    /** The median of all known values but that at {@code self}, by the definition. */
    private static double medianWithout(float[] values, int self) {
        double[] others = new double[values.length];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (i != self && !Float.isNaN(values[i])) {
                others[count++] = values[i];
            }
        }
        Arrays.sort(others, 0, count);
        return (others[(count - 1) / 2] + others[count / 2]) / 2;
    }

    /** Distance of the neighbours of the median: what leaving one value out can move it by. */
    private static double gapAtMedian(float[] values) {
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted[middle + 1] - sorted[middle - 1];
    }

    @Test
    void leavesEachMemberOutExactlyInSmallCohorts() {
        SplittableRandom random = new SplittableRandom(1);
        for (int n = 4; n < 128; n++) {
            float[] values = new float[n];
            for (int i = 0; i < n; i++) {
                values[i] = (float) random.nextGaussian();
            }
            float[] deviation = deviations(values);
            for (int i = 0; i < n; i++) {
                assertThat((double) deviation[i])
                        .as("n = %d, member %d", n, i)
                        .isCloseTo(values[i] - medianWithout(values, i), within(1e-6));
            }
        }
    }

    @Test
    void isWithinOneGapOfLeavingOutInLargeCohorts() {
        SplittableRandom random = new SplittableRandom(2);
        for (int n = 128; n <= 200; n++) {
            float[] values = new float[n];
            for (int i = 0; i < n; i++) {
                values[i] = (float) random.nextGaussian();
            }
            float[] deviation = deviations(values);
            for (int i = 0; i < n; i++) {
                assertThat((double) deviation[i])
                        .as("n = %d, member %d", n, i)
                        .isCloseTo(
                                values[i] - medianWithout(values, i),
                                within(gapAtMedian(values) + 1e-6));
            }
        }
    }

    @Test
    void isExactWhereManyValuesAreEqual() {
        SplittableRandom random = new SplittableRandom(3);
        for (int n = 4; n <= 200; n++) {
            float[] values = new float[n];
            for (int i = 0; i < n; i++) {
                values[i] = random.nextInt(3);
            }
            float[] deviation = deviations(values);
            for (int i = 0; i < n; i++) {
                double exact = values[i] - medianWithout(values, i);
                double allowed = n < 128 ? 0 : 1;
                assertThat((double) deviation[i])
                        .as("n = %d, member %d", n, i)
                        .isCloseTo(exact, within(allowed));
            }
        }
        assertThat(deviations(7, 7, 7, 7, 7)).containsOnly(0f);
    }

    @Test
    void countsOnlyThoseThatHaveAValue() {
        assertThat(deviations(1, NAN, 2, 3, NAN, 10)).containsExactly(-2, NAN, -1, 1, NAN, 8);
    }

    @Test
    void saysNothingWithFewerThanThreePeers() {
        assertThat(deviations(1, 2, 3)).containsOnly(NAN);
        assertThat(deviations(1, 2, 3, NAN)).containsOnly(NAN);
        assertThat(deviations(1, 2, 3, 9)).containsExactly(-2, -1, 1, 7);
    }

    @Test
    void oneSlowMemberDoesNotMoveItsPeers() {
        assertThat(deviations(1, 1, 1, 1, 100)).containsExactly(0, 0, 0, 0, 99);
    }

    @Test
    void leavesThoseOutsideTheCohortAlone() {
        float[] values = {1, 50, 2, 60, 3, 70, 10};
        float[] deviation = {-9, -9, -9, -9, -9, -9, -9};

        new PeerMedian(7).deviations(values, new int[] {0, 2, 4, 6}, deviation);

        assertThat(deviation).containsExactly(-2, -9, -1, -9, 1, -9, 8);
    }

    @Test
    void givesTheUpperMedianOfWhatIsKnown() {
        PeerMedian medians = new PeerMedian(6);
        assertThat(medians.median(new float[] {5, 1, 3}, all(3))).isEqualTo(3);
        assertThat(medians.median(new float[] {5, NAN, 1, 3, 2}, all(5))).isEqualTo(3);
        assertThat(medians.median(new float[] {4}, all(1))).isEqualTo(4);
        assertThat(medians.median(new float[] {NAN, NAN}, all(2))).isNaN();
    }

    @Test
    void selectsTheSameAsSortingWhateverTheOrder() {
        SplittableRandom random = new SplittableRandom(4);
        for (int n = 1; n <= 200; n++) {
            float[] values = new float[n];
            for (int i = 0; i < n; i++) {
                values[i] = n % 3 == 0 ? i : n % 3 == 1 ? -i : random.nextInt(10);
            }
            float[] sorted = values.clone();
            Arrays.sort(sorted);
            assertThat(new PeerMedian(n).median(values, all(n)))
                    .as("n = %d", n)
                    .isEqualTo(sorted[n / 2]);
        }
    }
}
