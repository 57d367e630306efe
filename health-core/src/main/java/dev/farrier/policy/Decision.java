package dev.farrier.policy;

import dev.farrier.action.Action;
import dev.farrier.action.Ledger;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done, now that the scheduler was asked.
 *
 * @param action to carry out; empty when there is none
 * @param would what would have been done in mode act; empty otherwise
 * @param codes of the drain that {@code action} begins
 * @param review our own drain stands and is young: count whether it may stay
 * @param ledger and {@code streaks} as they are from now on, before the action's own result
 */
public record Decision(
        Optional<Action> action,
        Optional<Action> would,
        List<String> codes,
        boolean review,
        Ledger ledger,
        Streaks streaks,
        String why) {
    static Decision nothing(Ledger ledger, Streaks streaks, String why) {
        return new Decision(
                Optional.empty(), Optional.empty(), List.of(), false, ledger, streaks, why);
    }
}
