package dev.farrier.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "1023,1023 B",
        "1024,1.0 KiB",
        "1536,1.5 KiB",
        "25276059648,23.5 GiB",
        "1099511627775,1023.9 GiB",
        "9223372036854775807,7.9 EiB"
    })
    void showsBytesInTheLargestUnitThatTheyFill(long bytes, String shown) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0,0.0 %", "4.99,4.9 %", "100,100.0 %", "0.04,0.0 %"})
    void roundsPercentDown(double percent, String shown) {
        assertThat(Amounts.percent(percent)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0,0 GPUs", "1,1 GPU", "8,8 GPUs"})
    void countsInWords(int count, String shown) {
        assertThat(Amounts.count(count, "GPU")).isEqualTo(shown);
    }
}
