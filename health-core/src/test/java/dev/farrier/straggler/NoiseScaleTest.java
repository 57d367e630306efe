package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NoiseScaleTest {
    private static final int WINDOW = 6;
    private static final int RANKS = 32;

    /** The scale as the judge feeds it: the median over ranks of the distance to their own past. */
    private static double scaleOf(double sigma, int ticks, double jumpOfOne, double spread) {
        SplittableRandom random = new SplittableRandom(7);
        NoiseScale scale = new NoiseScale();
        Ring[] recent = new Ring[RANKS];
        double[] natural = new double[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            recent[rank] = new Ring();
            natural[rank] = spread * random.nextGaussian();
        }
        float[] scratch = new float[Ring.CAPACITY];
        for (int tick = 0; tick < ticks; tick++) {
            double[] residuals = new double[RANKS];
            for (int rank = 0; rank < RANKS; rank++) {
                double jump = rank == 0 && tick >= ticks / 2 ? jumpOfOne : 0;
                float d = (float) (natural[rank] + sigma * random.nextGaussian() + jump);
                residuals[rank] = Math.abs(d - recent[rank].median(WINDOW, scratch));
                recent[rank].add(d);
            }
            if (tick >= WINDOW) {
                Arrays.sort(residuals);
                scale.add(residuals[RANKS / 2], WINDOW);
            }
        }
        return scale.scale(0);
    }

    @Test
    void recoversTheNoiseWithinATenth() {
        assertThat(scaleOf(0.01, 300, 0, 0)).isCloseTo(0.01, within(0.001));
        assertThat(scaleOf(0.06, 300, 0, 0)).isCloseTo(0.06, within(0.006));
    }

    @Test
    void isNotMovedByTheLevelShiftOfOneRank() {
        assertThat(scaleOf(0.01, 300, 0.4, 0)).isCloseTo(scaleOf(0.01, 300, 0, 0), within(0.0004));
    }

    @Test
    void isNotMovedByTheSpreadBetweenRanks() {
        assertThat(scaleOf(0.01, 300, 0, 0.05)).isCloseTo(0.01, within(0.001));
    }

    @Test
    void isCautiousBeforeAnythingIsKnown() {
        assertThat(new NoiseScale().scale(0.004)).isEqualTo(0.03);
    }

    @Test
    void neverFallsBelowTheFloor() {
        NoiseScale scale = new NoiseScale();
        scale.add(0, WINDOW);
        assertThat(scale.scale(0.004)).isEqualTo(0.004);
    }

    @Test
    void leavesOutATickOfWhichNothingIsKnown() {
        NoiseScale scale = new NoiseScale();
        scale.add(0.01, WINDOW);
        double before = scale.scale(0);
        scale.add(Double.NaN, WINDOW);
        assertThat(scale.scale(0)).isEqualTo(before);
        assertThat(before).isCloseTo(1.4826 * 0.01 / Math.sqrt(1 + Math.PI / 12), within(1e-12));
    }

    @Test
    void followsANoiseThatChanges() {
        NoiseScale scale = new NoiseScale();
        for (int tick = 0; tick < 100; tick++) {
            scale.add(0.01, WINDOW);
        }
        double calm = scale.scale(0);
        for (int tick = 0; tick < 150; tick++) {
            scale.add(0.03, WINDOW);
        }
        assertThat(scale.scale(0)).isCloseTo(3 * calm, within(0.02 * calm));
    }

    @Test
    void goesOnFromWhatWasSaved() throws IOException {
        NoiseScale scale = new NoiseScale();
        scale.add(0.01, WINDOW);
        scale.add(0.02, WINDOW);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        scale.save(new DataOutputStream(bytes));
        NoiseScale restored = new NoiseScale();
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        scale.add(0.05, WINDOW);
        restored.add(0.05, WINDOW);
        assertThat(restored.scale(0)).isEqualTo(scale.scale(0));
    }
}
