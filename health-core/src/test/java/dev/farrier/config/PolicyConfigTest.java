package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyConfigTest {
    private final PolicyConfig defaults = PolicyConfig.of(Settings.EMPTY);

    @Test
    void countsFailuresOverTwoAndAHalfIntervals() {
        assertThat(defaults.failWindow(Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(25));
    }

    @Test
    void countsFailuresOverFiveMinutesAtLeast() {
        assertThat(defaults.failWindow(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void countsFailuresOverTheWindowThatTheSiteSets() {
        PolicyConfig policy =
                new PolicyConfig(
                        Mode.OBSERVE,
                        2,
                        Optional.of(Duration.ofSeconds(90)),
                        3,
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(5),
                        Share.percent(10),
                        Duration.ofSeconds(20),
                        Optional.empty(),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(30),
                        Optional.empty());

        assertThat(policy.failWindow(Duration.ofMinutes(10))).isEqualTo(Duration.ofSeconds(90));
    }
}
