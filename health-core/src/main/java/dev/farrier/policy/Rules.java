package dev.farrier.policy;

import dev.farrier.config.HealthConfig;
import dev.farrier.config.Mode;
import java.time.Duration;

/**
 * The numbers of the policy, as the configuration gives them.
 *
 * @param failCount failing looks within {@code failWindow} before a drain
 * @param passCount looks without the fault in a row, over at least {@code passHold}, before the
 *     node is taken back
 * @param bootGrace uptime before which only latched faults count
 * @param spread the longest that a node waits before it asks the scheduler for a drain
 * @param commonCauseHold how long a fault drains nobody after it was found on too many nodes
 * @param witness how long a drain stands after it was recognised as part of an incident, so that
 *     every other node of the incident sees it at its own next look
 */
public record Rules(
        Mode mode,
        int failCount,
        Duration failWindow,
        int passCount,
        Duration passHold,
        Duration bootGrace,
        DrainBudget budget,
        Duration spread,
        Duration commonCauseHold,
        Duration witness) {

    public static Rules of(HealthConfig config) {
        return new Rules(
                config.policy().mode(),
                config.policy().failCount(),
                config.policy().failWindow(config.interval()),
                config.policy().passCount(),
                config.policy().passHold(),
                config.policy().bootGrace(),
                DrainBudget.of(config.policy()),
                config.policy().spread(),
                config.policy().commonCauseHold(),
                Duration.ofMillis(config.interval().toMillis() * 3 / 2));
    }

    /**
     * The fail window of a check that looks only so often: long enough for the looks that a drain
     * takes.
     */
    Duration failWindow(Duration every) {
        long millis = every.toMillis();
        Duration needed = Duration.ofMillis(millis * failCount + millis / 2);
        return needed.compareTo(failWindow) > 0 ? needed : failWindow;
    }
}
