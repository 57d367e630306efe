package dev.farrier.straggler;

/**
 * How far each member of a cohort is from the median of the others.
 *
 * <p>Small cohorts leave the member itself out, exactly; from {@link #LARGE} members on its own
 * weight is below the noise and the plain median is taken, by selection (Hoare's FIND, Comm. ACM 4
 * (1961) 321). Holds scratch space, so that a tick allocates nothing.
 */
final class PeerMedian {
    private static final int LARGE = 128;
    static final int FEWEST_PEERS = 3;

    private final float[] scratch;

    PeerMedian(int largestCohort) {
        scratch = new float[largestCohort];
    }

    /**
     * Sets {@code deviation[i]} for each member: its value less the median of the others; NaN
     * without value or with fewer than three peers.
     */
    void deviations(float[] values, int[] members, float[] deviation) {
        int present = collect(values, members);
        if (present <= FEWEST_PEERS) {
            for (int member : members) {
                deviation[member] = Float.NaN;
            }
        } else if (present >= LARGE) {
            float median = select(present / 2, present);
            for (int member : members) {
                deviation[member] = values[member] - median;
            }
        } else {
            leaveOneOut(values, members, deviation, present);
        }
    }

    /** The median of what the members have; NaN when none has a value. */
    float median(float[] values, int[] members) {
        int present = collect(values, members);
        return present == 0 ? Float.NaN : select(present / 2, present);
    }

    private void leaveOneOut(float[] values, int[] members, float[] deviation, int present) {
        int others = present - 1;
        int upper = others / 2;
        int lower = (others - 1) / 2;
        sortAround(upper, present);
        for (int member : members) {
            float value = values[member];
            deviation[member] = value - (without(value, lower) + without(value, upper)) / 2;
        }
    }

    /** The element at this place among all but one element of this value. */
    private float without(float value, int place) {
        return value <= scratch[place] ? scratch[place + 1] : scratch[place];
    }

    private int collect(float[] values, int[] members) {
        int present = 0;
        for (int member : members) {
            float value = values[member];
            if (!Float.isNaN(value)) {
                scratch[present++] = value;
            }
        }
        return present;
    }

    /**
     * Puts this place of the order and its two neighbours in place. Arrays.sort allocates on JDK
     * 25.
     */
    private void sortAround(int place, int count) {
        select(place, count);
        for (int i = place + 2; i < count; i++) {
            if (scratch[i] < scratch[place + 1]) {
                swap(i, place + 1);
            }
        }
        for (int i = 0; i < place - 1; i++) {
            if (scratch[i] > scratch[place - 1]) {
                swap(i, place - 1);
            }
        }
    }

    private void swap(int i, int j) {
        float swapped = scratch[i];
        scratch[i] = scratch[j];
        scratch[j] = swapped;
    }

    /** The element at this place in the order of the first {@code count}, which it reorders. */
    private float select(int wanted, int count) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            float pivot = middle(scratch[low], scratch[(low + high) >>> 1], scratch[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (scratch[i] < pivot) {
                    i++;
                }
                while (scratch[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    swap(i++, j--);
                }
            }
            if (wanted <= j) {
                high = j;
            } else if (wanted >= i) {
                low = i;
            } else {
                break;
            }
        }
        return scratch[wanted];
    }

    private static float middle(float a, float b, float c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
