package dev.farrier.straggler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NodeHistoryTest {
    private static final double FORGET = 0.93;

    private final NodeHistory history = new NodeHistory(8);

    @Test
    void countsOneUsersApplicationAtMostFiveTimes() {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += history.weightOf("a bert", 1);
        }
        assertThat(sum).isCloseTo(5, within(1e-9));
        assertThat(history.weightOf("a bert", 1)).isZero();
    }

    @Test
    void countsAnotherUserOrApplicationInFull() {
        for (int i = 0; i < 12; i++) {
            history.weightOf("a bert", 1);
        }
        assertThat(history.weightOf("b bert", 1)).isEqualTo(1);
        assertThat(history.weightOf("a llm", 1)).isEqualTo(1);
    }

    @Test
    void letsAHabitCountAgainAsItFades() {
        for (int i = 0; i < 50; i++) {
            history.weightOf("a bert", FORGET);
        }
        assertThat(history.weightOf("a bert", FORGET)).isCloseTo(5 * (1 - FORGET), within(1e-6));
        for (int i = 0; i < 60; i++) {
            history.weightOf("someone " + i, FORGET);
        }
        assertThat(history.weightOf("a bert", FORGET)).isEqualTo(1);
    }
}
