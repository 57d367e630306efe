package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MeansTest {
    private static float[] only(Signal signal, float value) {
        float[] signals = new float[Signal.COUNT];
        Arrays.fill(signals, Float.NaN);
        signals[signal.place()] = value;
        return signals;
    }

    @Test
    void hasNoMeanWithoutASample() {
        Means means = new Means(0.5f);
        assertThat(means.mean(Signal.HOTTER)).isNaN();
        assertThat(means.weight(Signal.HOTTER)).isZero();
    }

    @Test
    void isThePlainMeanWhenNothingIsForgotten() {
        Means means = new Means(1);
        for (float value : new float[] {1, 2, 6, 7}) {
            means.add(only(Signal.CPU, value));
        }
        assertThat(means.mean(Signal.CPU)).isEqualTo(4);
        assertThat(means.weight(Signal.CPU)).isEqualTo(4);
    }

    @Test
    void weighsEachSampleHalfOfTheNextOneWhenItKeepsAHalf() {
        Means means = new Means(0.5f);
        for (float value : new float[] {8, 4, 1}) {
            means.add(only(Signal.CPU, value));
        }
        assertThat(means.mean(Signal.CPU)).isCloseTo((8 / 4f + 4 / 2f + 1) / 1.75f, within(1e-6f));
        assertThat(means.weight(Signal.CPU)).isEqualTo(1.75f);
    }

    @Test
    void restsOnNoMoreThanOneOverWhatItForgets() {
        Means means = new Means(1 - 1 / 16f);
        for (int i = 0; i < 1000; i++) {
            means.add(only(Signal.POWER_LOSS, i % 2));
        }
        assertThat(means.weight(Signal.POWER_LOSS)).isCloseTo(16, within(1e-3f));
        assertThat(means.mean(Signal.POWER_LOSS)).isCloseTo(0.5f, within(0.02f));
    }

    @Test
    void leavesOutWhatIsNotKnown() {
        Means means = new Means(0.5f);
        means.add(only(Signal.CPU, 3));
        means.add(only(Signal.HOTTER, 5));
        assertThat(means.mean(Signal.CPU)).isEqualTo(3);
        assertThat(means.weight(Signal.CPU)).isEqualTo(1);
        assertThat(means.mean(Signal.HOTTER)).isEqualTo(5);
    }

    @Test
    void isSilentWhereItRestsOnTooLittle() {
        Means means = new Means(1);
        means.add(only(Signal.CPU, 3));
        means.add(only(Signal.CPU, 3));
        assertThat(means.mean(Signal.CPU, 3)).isNaN();
        assertThat(means.mean(Signal.CPU, 2)).isEqualTo(3);
    }

    @Test
    void knowsNothingAfterItWasCleared() {
        Means means = new Means(0.9f);
        means.add(only(Signal.CPU, 3));
        means.clear();
        assertThat(means.mean(Signal.CPU)).isNaN();
        means.add(only(Signal.CPU, 7));
        assertThat(means.mean(Signal.CPU)).isEqualTo(7);
    }

    @Test
    void goesOnFromWhatWasSaved() throws IOException {
        Means means = new Means(0.9f);
        means.add(only(Signal.CPU, 3));
        means.add(only(Signal.CPU, 4));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        means.save(new DataOutputStream(bytes));
        Means restored = new Means(0.9f);
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        means.add(only(Signal.CPU, 9));
        restored.add(only(Signal.CPU, 9));
        for (Signal signal : Signal.values()) {
            assertThat(restored.mean(signal)).isEqualTo(Float.valueOf(means.mean(signal)));
            assertThat(restored.weight(signal)).isEqualTo(means.weight(signal));
        }
    }
}
