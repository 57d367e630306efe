package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.FieldCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessStatusTest {
    private static final String CAPTURED = FieldCase.resource("linux/status.txt");

    @Test
    void readsTheEffectiveUserAndAllContextSwitches() {
        String status = CAPTURED.replace("Uid:\t0\t0\t0\t0", "Uid:\t0\t4294967294\t5\t6");
        assertThat(ProcessStatus.parse(status)).isEqualTo(new ProcessStatus(4294967294L, 318));
    }

    @Test
    void refusesACutFile() {
        for (int i = 0; i < CAPTURED.length(); i++) {
            String cut = CAPTURED.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> ProcessStatus.parse(cut));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Uid:\t0", "Uid:\t0\tx\t0\t0", "Uid:\t0\t\t0\t0", "Uid:\t0\t-1\t0\t0"})
    void refusesAnOddUser(String line) {
        String status = CAPTURED.replace("Uid:\t0\t0\t0\t0", line);
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessStatus.parse(status));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoStatus(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessStatus.parse(text));
    }
}
