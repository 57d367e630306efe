package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    private static CpuSet set(String list) {
        return CpuSet.parse("list", list + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0-63", "0-63,65", "1,3,5-8191"})
    void isWrittenAsTheKernelWritesIt(String list) {
        assertThat(set(list)).hasToString(list);
    }

    @Test
    void addsAndTakesAway() {
        assertThat(set("0-3").with(set("5")).with(CpuSet.of(4))).isEqualTo(set("0-5"));
        assertThat(set("0-63").without(set("1-62"))).isEqualTo(set("0,63"));
        assertThat(set("0-3").without(set("0-3")).isEmpty()).isTrue();
        assertThat(set("0-3").count()).isEqualTo(4);
        assertThat(set("2-3").from(0)).isEqualTo(2);
        assertThat(set("2-3").from(4)).isEqualTo(-1);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoList(String text) {
        if (!text.equals("\n")) {
            assertThatIllegalArgumentException().isThrownBy(() -> CpuSet.parse("list", text));
        }
    }
}
