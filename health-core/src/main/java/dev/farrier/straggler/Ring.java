package dev.farrier.straggler;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The last few values of a series, and medians of the newest of them. */
final class Ring {
    static final int CAPACITY = 12;

    private final float[] values = new float[CAPACITY];
    private int size;
    private int next;

    void add(float value) {
        values[next] = value;
        next = next + 1 == CAPACITY ? 0 : next + 1;
        size = Math.min(size + 1, CAPACITY);
    }

    int size() {
        return size;
    }

    /** The value {@code back} places before the newest. */
    float back(int back) {
        return values[Math.floorMod(next - 1 - back, CAPACITY)];
    }

    /**
     * Median of the newest {@code count}, or of as many as there are; NaN of none. {@code scratch}
     * has room for {@link #CAPACITY}.
     */
    float median(int count, float[] scratch) {
        return median(0, count, scratch);
    }

    /**
     * Median of {@code count} values that end {@code skip} places before the newest; NaN of none.
     */
    float median(int skip, int count, float[] scratch) {
        int n = Math.min(count, size - skip);
        if (n <= 0) {
            return Float.NaN;
        }
        int place = Math.floorMod(next - skip, CAPACITY);
        for (int i = 0; i < n; i++) {
            place = place == 0 ? CAPACITY - 1 : place - 1;
            float value = values[place];
            int j = i;
            while (j > 0 && scratch[j - 1] > value) {
                scratch[j] = scratch[j - 1];
                j--;
            }
            scratch[j] = value;
        }
        return n % 2 == 1 ? scratch[n / 2] : (scratch[n / 2 - 1] + scratch[n / 2]) / 2;
    }

    /**
     * Whether the newest {@code count} values rise: their least-squares slope is above {@code
     * times} its standard error and they climb by {@code least}.
     */
    boolean isRising(int count, double noise, double times, double least) {
        int n = Math.min(count, size);
        if (n < 4) {
            return false;
        }
        double meanPlace = (n - 1) / 2.0;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double place = n - 1 - i - meanPlace;
            sum += place * back(i);
            squares += place * place;
        }
        double slope = sum / squares;
        return slope * n > least && slope > times * noise / Math.sqrt(squares);
    }

    void clear() {
        size = 0;
        next = 0;
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(size);
        out.writeInt(next);
        for (float value : values) {
            out.writeFloat(value);
        }
    }

    void restore(DataInput in) throws IOException {
        size = in.readInt();
        next = in.readInt();
        for (int i = 0; i < CAPACITY; i++) {
            values[i] = in.readFloat();
        }
    }
}
