package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelFileTest {
    @Test
    void readsANumber() {
        assertThat(KernelFile.number("f", "0\n")).isZero();
        assertThat(KernelFile.number("f", "9223372036854775807\n")).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"12", "-1\n", "+1\n", " 1\n", "1 \n", "1\n\n", "0x1\n", "1e3\n"})
    void refusesANumberThatIsCutOrOdd(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> KernelFile.number("f", text));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoNumber(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> KernelFile.number("f", text));
    }

    @Test
    void readsALineWithoutTheBlanksAroundIt() {
        assertThat(KernelFile.line("f", "  A model   \n")).isEqualTo("A model");
        assertThat(KernelFile.line("f", "\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb\n", "a\0\n", "\u001b[2J\n", "\uFFFD\n"})
    void refusesWhatIsNotOneLine(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> KernelFile.line("f", text));
    }
}
