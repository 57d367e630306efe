package dev.farrier.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProcessStatTest {
    private static final String LINE =
            "4242 (a) S (b) D 1 4240 4239 0 -1 4194560 146 0 0 0 0 0 0 0 20 0 1 0 987654 2600960 219"
                    + " 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    @Test
    void readsANameWithParenthesesAndBlanks() {
        assertThat(ProcessStat.parse(LINE))
                .isEqualTo(new ProcessStat(4242, "a) S (b", 'D', 1, 4240, 4239, 987654));
    }

    @Test
    void readsALiveProcess() throws Exception {
        assertThat(ProcessStat.read(Path.of("/proc"), "self").pid())
                .isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void refusesEveryCutLine() {
        for (int i = 0; i < LINE.length(); i++) {
            String cut = LINE.substring(0, i);
            assertThatIllegalArgumentException().isThrownBy(() -> ProcessStat.parse(cut));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoSuchLine(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessStat.parse(text));
    }
}
