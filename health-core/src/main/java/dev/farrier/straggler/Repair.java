package dev.farrier.straggler;

/**
 * Whether something that used to be bad has been repaired, by how many good jobs it has had in a
 * row.
 */
final class Repair {
    private static final int FEWEST = 3;

    /** The chance of so many good jobs, had nothing been done. */
    private static final double UNCHANGED = 0.05;

    private Repair() {}

    /**
     * @param bad of {@code before} jobs before the {@code good} ones in a row
     */
    static boolean isLikely(int bad, int before, int good) {
        if (bad == 0 || good < FEWEST) {
            return false;
        }
        double rate = Math.min(0.95, (bad + 0.5) / (before + 1.0));
        return Math.pow(1 - rate, good) < UNCHANGED;
    }
}
