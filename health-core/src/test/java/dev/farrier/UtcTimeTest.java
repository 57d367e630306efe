package dev.farrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UtcTimeTest {
    @Property
    void writesAnyTimeAsTheJdkDoes(
            @ForAll @LongRange(min = 0, max = 4_102_444_800L) long second,
            @ForAll @IntRange(max = 999_999_999) int nano) {
        Instant instant = Instant.ofEpochSecond(second, nano);

        assertThat(UtcTime.text(instant)).isEqualTo(instant.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-30T00:00:00Z",
                "2026-11-30T07:09:00Z",
                "2026-11-30T07:09:05Z",
                "2026-11-30T07:09:00.100Z",
                "2026-11-30T07:09:05.000001Z",
                "2026-11-30T07:09:05.123456789Z",
                "1969-12-31T23:59:59.999Z"
            })
    void writesATimeAsTheJdkDoes(String text) {
        assertThat(UtcTime.text(Instant.parse(text))).isEqualTo(text);
    }
}
