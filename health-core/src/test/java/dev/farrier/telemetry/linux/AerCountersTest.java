package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AerCountersTest {
    @Test
    void takesTheShortNamesAndTheLongOnes() {
        AerCounters counters =
                AerCounters.parse("RxErr 1\nBad TLP 2\nReceiver Error 0\nTOTAL_ERR_COR 5\n");
        assertThat(counters.total()).isEqualTo(5);
        assertThat(counters.counted()).isEqualTo("RxErr 1, Bad TLP 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RxErr 1\n",
                "RxErr\nTOTAL_ERR_COR 1\n",
                "RxErr -1\nTOTAL_ERR_COR 1\n",
                "RxErr 1\n\nTOTAL_ERR_COR 1\n",
                " 1\nTOTAL_ERR_COR 1\n"
            })
    void refusesAnOddFile(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AerCounters.parse(text));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoCounterFile(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AerCounters.parse(text));
    }
}
