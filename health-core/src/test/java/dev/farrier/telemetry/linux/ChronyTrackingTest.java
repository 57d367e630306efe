package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.farrier.FieldCase;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChronyTrackingTest {
    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final String GOOD = new FieldCase("clock-01").text("a.txt");
    private static final String CSV =
            "C0000201,192.0.2.1,3,1796029170.500000000,-0.000012345,0.00001,0.0001,-12.345,0.001,"
                    + "0.010,0.001234567,0.000234567,64.2,Normal\n";

    private static ClockSync parse(String text) {
        return ChronyTracking.parse(text, NOW);
    }

    @Test
    void readsOffsetReferenceAndAge() {
        ClockSync clock = parse(GOOD);
        assertThat(clock.state()).isEqualTo(ClockSync.State.SYNCHRONISED);
        assertThat(clock.reference()).isEqualTo("192.0.2.1");
        assertThat(clock.offsetSeconds()).hasValue(0.000012345);
        assertThat(clock.direction()).isEqualTo("fast");
        assertThat(clock.ageSeconds()).hasValue(30);
        assertThat(clock.uncertaintySeconds().orElseThrow()).isCloseTo(0.000852, within(1e-6));
        assertThat(clock.local()).isFalse();
    }

    @Test
    void readsTheLineOfFigures() {
        ClockSync clock = parse(CSV);
        assertThat(clock.state()).isEqualTo(ClockSync.State.SYNCHRONISED);
        assertThat(clock.reference()).isEqualTo("192.0.2.1");
        assertThat(clock.offsetSeconds()).hasValue(0.000012345);
        assertThat(clock.ageSeconds()).hasValue(29.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7F7F0101 ()", "7f7f0101 ()", "127.127.1.1 ()"})
    void knowsAClockThatFollowsItself(String id) {
        assertThat(parse(GOOD.replace("C0000201 (192.0.2.1)", id)).local()).isTrue();
    }

    @Test
    void takesAReferenceClockForNoLocalOne() {
        ClockSync clock = parse(GOOD.replace("C0000201 (192.0.2.1)", "50505300 (PPS)"));
        assertThat(clock.local()).isFalse();
        assertThat(clock.reference()).isEqualTo("PPS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Stratum         : 0", "Stratum         : 16"})
    void believesNoStratumThatNobodyHas(String stratum) {
        assertThat(parse(GOOD.replace("Stratum         : 3", stratum)).state())
                .isEqualTo(ClockSync.State.NOT_SYNCHRONISED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Insert second", "Delete second"})
    void staysSynchronisedBeforeALeapSecond(String leap) {
        assertThat(parse(GOOD.replace("Normal", leap)).state())
                .isEqualTo(ClockSync.State.SYNCHRONISED);
    }

    @Test
    void readsADayWithOneDigit() {
        String text = GOOD.replace("Mon Nov 30 08:59:30 2026", "Tue Dec  1 08:59:30 2026");
        assertThat(parse(text).ageSeconds()).hasValue(-86_370);
    }

    @Test
    void refusesEveryCutOutput() {
        for (int i = 0; i < GOOD.strip().length(); i++) {
            String cut = GOOD.substring(0, i);
            assertThatIllegalArgumentException().as(cut).isThrownBy(() -> parse(cut));
        }
        for (int i = 0; i < CSV.strip().length(); i++) {
            String cut = CSV.substring(0, i);
            assertThatIllegalArgumentException().as(cut).isThrownBy(() -> parse(cut));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "506 Cannot talk to daemon\n",
                "a,b,c,d,e,f,g,h,i,j,k,l,m,Normal\n",
                "C0,x,3,NaN,0,0,0,0,0,0,0,0,0,Normal\n"
            })
    void guessesNothing(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(GOOD.replace("Normal", "Fine")));
        assertThatIllegalArgumentException().isThrownBy(() -> parse(GOOD.replace("fast", "ahead")));
        assertThatIllegalArgumentException().isThrownBy(() -> parse(GOOD.replace("Nov", "Nof")));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoTracking(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
    }
}
