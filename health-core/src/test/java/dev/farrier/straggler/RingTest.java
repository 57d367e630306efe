package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RingTest {
    private final float[] scratch = new float[Ring.CAPACITY];

    private static Ring of(float... values) {
        Ring ring = new Ring();
        for (float value : values) {
            ring.add(value);
        }
        return ring;
    }

    @Test
    void hasNoMedianOfNothing() {
        assertThat(of().median(6, scratch)).isNaN();
        assertThat(of(1, 2).median(2, 6, scratch)).isNaN();
        assertThat(of(1, 2).median(5, 6, scratch)).isNaN();
    }

    @Test
    void takesTheMedianOfTheNewestOrOfAsManyAsThereAre() {
        Ring ring = of(100, 100, 3, 1, 2);
        assertThat(ring.median(3, scratch)).isEqualTo(2);
        assertThat(ring.median(4, scratch)).isEqualTo(2.5f);
        assertThat(of(5, 1).median(6, scratch)).isEqualTo(3);
    }

    @Test
    void skipsTheNewestWhenAsked() {
        assertThat(of(1, 2, 3, 90, 91).median(2, 3, scratch)).isEqualTo(2);
        assertThat(of(1, 2, 3, 90).median(1, 6, scratch)).isEqualTo(2);
    }

    @Test
    void keepsNoMoreThanItsCapacity() {
        Ring ring = new Ring();
        for (int i = 1; i <= 3 * Ring.CAPACITY + 5; i++) {
            ring.add(i);
        }
        assertThat(ring.size()).isEqualTo(Ring.CAPACITY);
        assertThat(ring.back(0)).isEqualTo(3 * Ring.CAPACITY + 5);
        assertThat(ring.back(Ring.CAPACITY - 1)).isEqualTo(2 * Ring.CAPACITY + 6);
    }

    @Test
    void agreesWithSortingForEveryWindow() {
        SplittableRandom random = new SplittableRandom(1);
        Ring ring = new Ring();
        float[] all = new float[200];
        for (int n = 1; n <= all.length; n++) {
            all[n - 1] = random.nextInt(20);
            ring.add(all[n - 1]);
            for (int count = 1; count <= Ring.CAPACITY; count++) {
                float[] newest = Arrays.copyOfRange(all, Math.max(0, n - count), n);
                Arrays.sort(newest);
                int middle = newest.length / 2;
                float expected =
                        newest.length % 2 == 1
                                ? newest[middle]
                                : (newest[middle - 1] + newest[middle]) / 2;
                assertThat(ring.median(count, scratch)).isEqualTo(expected);
            }
        }
    }

    @Test
    void risesWhenItsSlopeIsClearAndItClimbsFarEnough() {
        Ring steady = of(0, 0.01f, 0.02f, 0.03f, 0.04f, 0.05f);
        assertThat(steady.isRising(6, 0.004, 2, 0.015)).isTrue();
        assertThat(steady.isRising(6, 0.004, 2, 0.07)).as("climbs by 0.06").isFalse();
        assertThat(steady.isRising(6, 0.03, 2, 0.015)).as("slope within the noise").isFalse();
        assertThat(of(0.05f, 0.04f, 0.03f, 0.02f).isRising(4, 0.004, 2, 0.015)).isFalse();
        assertThat(of(0.1f, 0.1f, 0.1f, 0.1f).isRising(4, 0.004, 2, 0.015)).isFalse();
    }

    @Test
    void cannotRiseInFewerThanFourValues() {
        assertThat(of(0, 1, 2).isRising(6, 0.001, 2, 0.01)).isFalse();
        assertThat(of(0, 1, 2, 3).isRising(3, 0.001, 2, 0.01)).isFalse();
    }

    @Test
    void isEmptyAfterItWasCleared() {
        Ring ring = of(1, 2, 3);
        ring.clear();
        assertThat(ring.size()).isZero();
        ring.add(9);
        assertThat(ring.median(6, scratch)).isEqualTo(9);
    }

    @Test
    void goesOnFromWhatWasSaved() throws IOException {
        Ring ring = new Ring();
        for (int i = 0; i < 17; i++) {
            ring.add(i * i);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ring.save(new DataOutputStream(bytes));
        Ring restored = new Ring();
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        ring.add(-5);
        restored.add(-5);
        for (int i = 0; i < Ring.CAPACITY; i++) {
            assertThat(restored.back(i)).isEqualTo(ring.back(i));
        }
        assertThat(restored.size()).isEqualTo(ring.size());
    }
}
