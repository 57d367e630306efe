package dev.farrier.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> WORDS = List.of("interval", "failCount", "passCount", "for");

    @Test
    void findsAWordDespiteASlip() {
        assertThat(NearestWord.to("intervall", WORDS)).contains("interval");
        assertThat(NearestWord.to("FAILCOUNT", WORDS)).contains("failCount");
        assertThat(NearestWord.to("fail-count", WORDS)).contains("failCount");
        assertThat(NearestWord.to("psasCount", WORDS)).contains("passCount");
        assertThat(NearestWord.to("fro", WORDS)).contains("for");
    }

    @Test
    void guessesNothingWhenNothingIsNear() {
        assertThat(NearestWord.to("colour", WORDS)).isEmpty();
        assertThat(NearestWord.to("x", WORDS)).isEmpty();
        assertThat(NearestWord.to("interval".repeat(100), WORDS)).isEmpty();
    }

    @Test
    void countsASwapAsOneSlip() {
        assertThat(NearestWord.distance("ab", "ba")).isEqualTo(1);
        assertThat(NearestWord.distance("", "abc")).isEqualTo(3);
        assertThat(NearestWord.distance("kitten", "sitting")).isEqualTo(3);
    }
}
