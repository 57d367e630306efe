package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PolicyConfigTest {
    private final PolicyConfig defaults = PolicyConfig.of(Settings.EMPTY);

    @Test
    void takesTheModeOfThePartitionBeforeItsOwn() {
        PolicyConfig policy =
                PolicyConfig.of(
                        new Settings(
                                Map.of(
                                        "partitionModes",
                                        Map.of("gpu", Mode.ACT, "debug", Mode.OBSERVE))));

        assertThat(policy.modeIn(List.of("gpu", "all"))).isEqualTo(Mode.ACT);
        assertThat(policy.modeIn(List.of("all"))).isEqualTo(Mode.OBSERVE);
        assertThat(policy.modeIn(List.of("gpu", "debug"))).isEqualTo(Mode.OBSERVE);
        assertThat(policy.inMode(Mode.ACT).modeIn(List.of("debug"))).isEqualTo(Mode.ACT);
    }

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
                        Map.of(),
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
