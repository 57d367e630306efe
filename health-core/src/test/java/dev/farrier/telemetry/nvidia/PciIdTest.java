package dev.farrier.telemetry.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PciIdTest {
    @ParameterizedTest
    @CsvSource({
        "00008ED0:00:00.0,8ed0:00:00.0",
        "00000000:3B:00.0,0000:3b:00.0",
        "0000:AF:1f.7,0000:af:1f.7",
        "00010000:01:00.0,10000:01:00.0"
    })
    void hasOneSpelling(String printed, String id) {
        assertThat(PciId.of(printed)).contains(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "for GPU1: 0000:5E:00.0: Unknown Error;0000:5e:00.0",
                "for GPU 0000:41:00.0: GPU is lost.  Reboot;0000:41:00.0",
                "for GPU0000:0A:00.0: Unknown Error;0000:0a:00.0",
                "v1.2 at 00000000:C1:00.0;0000:c1:00.0"
            })
    void isFoundInAMessage(String message, String id) {
        assertThat(PciId.findIn(message)).contains(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "0000",
                "3b:00.0",
                "000:3b:00.0",
                "0000:3b:00.",
                "0000:3b:00",
                "0000:gg:00.0",
                "GPU-1",
                "[N/A]",
                "x0000:3b:00.0",
                "0000:3b:00.0.0",
                "0000:3b:00.0x",
                "::::.0"
            })
    void isNothingElse(String text) {
        assertThat(PciId.of(text)).isEmpty();
    }
}
