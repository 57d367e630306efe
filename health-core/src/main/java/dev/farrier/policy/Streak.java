package dev.farrier.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * How one fault of one check came and went in this boot; periodic looks only.
 *
 * @param fails uptimes (seconds) of the failing looks within the fail window, oldest first
 * @param passes looks in a row that were examined without the fault
 * @param passSince uptime of the first of them; 0 without one
 * @param handsOff an administrator took our drain for this fault back: no further drain until it
 *     has cleared once
 * @param clearedSinceDrain whether it was examined without the fault since we last drained for it
 */
public record Streak(
        List<Double> fails,
        int passes,
        double passSince,
        boolean handsOff,
        boolean clearedSinceDrain) {
    public static final Streak NONE = new Streak(List.of(), 0, 0, false, false);

    /** More are of no use to any rule, and state stays small. */
    private static final int FAILS_KEPT = 32;

    public Streak {
        fails = List.copyOf(fails);
    }

    Streak failed(double uptime, double window, boolean counts) {
        List<Double> within = within(uptime, window);
        if (counts) {
            within.add(uptime);
        }
        int surplus = Math.max(0, within.size() - FAILS_KEPT);
        return new Streak(
                within.subList(surplus, within.size()), 0, 0, handsOff, clearedSinceDrain);
    }

    Streak passed(double uptime, double window) {
        return new Streak(
                within(uptime, window), passes + 1, passes == 0 ? uptime : passSince, false, true);
    }

    Streak withoutFails() {
        return new Streak(List.of(), passes, passSince, handsOff, clearedSinceDrain);
    }

    Streak withHandsOff() {
        return new Streak(fails, passes, passSince, true, clearedSinceDrain);
    }

    Streak drained() {
        return new Streak(fails, passes, passSince, handsOff, false);
    }

    Streak inNewBoot() {
        return new Streak(List.of(), 0, 0, handsOff, clearedSinceDrain);
    }

    /** Seconds from the first to the last failing look. */
    double failSpan() {
        return fails.isEmpty() ? 0 : fails.get(fails.size() - 1) - fails.get(0);
    }

    private List<Double> within(double uptime, double window) {
        List<Double> within = new ArrayList<>();
        for (double fail : fails) {
            if (fail <= uptime
                    && uptime - fail <= window) { // a restored snapshot goes back in time
                within.add(fail);
            }
        }
        return within;
    }
}
