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
 */
public record Rules(
        Mode mode,
        int failCount,
        Duration failWindow,
        int passCount,
        Duration passHold,
        Duration bootGrace) {

    public static Rules of(HealthConfig config) {
        return new Rules(
                config.policy().mode(),
                config.policy().failCount(),
                config.policy().failWindow(config.interval()),
                config.policy().passCount(),
                config.policy().passHold(),
                config.policy().bootGrace());
    }
}
