package dev.farrier.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Uptime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CounterBookTest {
    private static final CounterRange EIGHT_BITS = CounterRange.stopsAfterBits(8);
    private static final CounterRange WRAPPING = CounterRange.wrapsAfterBits(32);
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private CounterBook book = new CounterBook();
    private String boot = "boot-1";

    /** What the next run, another process, hears of a counter. */
    private Optional<Increase> note(double uptime, long value, CounterRange range) {
        Map<String, CounterMarks> kept = book.marks();
        book = new CounterBook();
        book.open(new Uptime(boot, uptime), kept);
        return book.note("mlx5_0:1", "link_downed", value, range, WINDOW);
    }

    private Optional<Increase> note(double uptime, long value) {
        return note(uptime, value, CounterRange.ENDLESS);
    }

    private static Optional<Increase> grew(long by, double seconds) {
        return Optional.of(new Increase(by, false, seconds));
    }

    @Test
    void knowsNoIncreaseBeforeItIsOpened() {
        assertThat(book.note("mlx5_0:1", "link_downed", 5)).isEmpty();
        assertThat(book.marks()).isEmpty();
    }

    @Test
    void takesTheFirstValueForNoIncrease() {
        assertThat(note(100, 4711)).isEmpty();
    }

    @Test
    void tellsTheIncreaseAndItsTime() {
        note(100, 4711);
        assertThat(note(160, 4719)).isEqualTo(grew(8, 60));
        assertThat(note(220, 4719)).isEqualTo(grew(8, 120));
    }

    @Test
    void keepsAnIncreaseInSightForAWindowAtLeast() {
        note(0, 0);
        for (double uptime = 60; uptime <= 540; uptime += 60) {
            note(uptime, 0);
        }
        double grown = 550;
        note(grown, 3);
        double seen = grown;
        for (double uptime = 600; uptime <= 3000; uptime += 60) {
            if (note(uptime, 3).orElseThrow().by() > 0) {
                seen = uptime;
            }
        }
        assertThat(seen - grown).isBetween(540.0, 1200.0); // a look every minute
    }

    @Test
    void countsOverNoMoreThanTwoWindowsAndALook() {
        for (double uptime = 0; uptime <= 10_000; uptime += 60) {
            Optional<Increase> increase = note(uptime, (long) uptime);
            increase.ifPresent(
                    grown -> {
                        assertThat(grown.seconds()).isLessThanOrEqualTo(1260);
                        assertThat(grown.perSecond()).isEqualTo(1);
                    });
            if (uptime >= 1200) {
                assertThat(increase.orElseThrow().seconds()).isGreaterThanOrEqualTo(600);
            }
        }
    }

    @Test
    void tellsTheTrueTimeAfterALongSilence() {
        note(0, 0);
        assertThat(note(50_000, 100)).isEqualTo(grew(100, 50_000));
    }

    @Test
    void startsAgainInAnotherBoot() {
        note(100, 5);
        boot = "boot-2";
        assertThat(note(200, 9)).isEmpty();
        assertThat(note(260, 10)).isEqualTo(grew(1, 60));
    }

    @Test
    void startsAgainWhenTheUptimeIsThatOfAnEarlierTime() {
        note(1000, 5);
        assertThat(note(200, 9)).isEmpty();
    }

    @Test
    void startsAgainWhenTheCounterWasSetBack() {
        note(100, 500);
        assertThat(note(160, 3)).isEmpty();
        assertThat(note(220, 4)).isEqualTo(grew(1, 60));
    }

    @Test
    void startsAgainForEveryDeviceAndName() {
        note(100, 500);
        assertThat(book.note("mlx5_1:1", "link_downed", 600)).isEmpty();
        assertThat(book.note("mlx5_0:1", "symbol_error", 600)).isEmpty();
    }

    @Test
    void letsChecksHaveWindowsOfTheirOwn() {
        note(0, 1);
        book.note("mlx5_0:1", "link_downed", 1, CounterRange.ENDLESS, Duration.ofHours(1));
        note(600, 2);
        note(1200, 2);
        assertThat(note(1800, 2)).isEqualTo(grew(0, 600));
        assertThat(
                        book.note(
                                "mlx5_0:1",
                                "link_downed",
                                2,
                                CounterRange.ENDLESS,
                                Duration.ofHours(1)))
                .isEqualTo(grew(1, 1800));
    }

    @Test
    void saysAtLeastOfACounterThatStoppedAtItsEnd() {
        note(100, 250, EIGHT_BITS);
        assertThat(note(160, 255, EIGHT_BITS)).contains(new Increase(5, true, 60));
        assertThat(note(220, 255, EIGHT_BITS).orElseThrow()).hasToString("at least 5 in 120 s");
    }

    @Test
    void doesNotTakeACounterThatStoodAtItsEndForAnIncrease() {
        note(100, 255, EIGHT_BITS);
        assertThat(note(160, 255, EIGHT_BITS)).contains(new Increase(0, true, 60));
    }

    @Test
    void countsOnOverAWrap() {
        note(0, 0xFFFF_FFF0L, WRAPPING);
        assertThat(note(60, 0x10, WRAPPING)).isEqualTo(grew(0x20, 60));
        assertThat(note(600, 0x20, WRAPPING)).isEqualTo(grew(0x30, 600));
        assertThat(note(660, 0x7000_0000L, WRAPPING)).isEqualTo(grew(0x7000_0010L, 660));
    }

    @Test
    void takesNoSettingBackForAWrap() {
        note(0, 0x8000_0000L, WRAPPING);
        assertThat(note(60, 0, WRAPPING)).isEmpty();
        note(1000, 0xFFFF_FFFFL);
        assertThat(note(1060, 0)).isEmpty();
    }

    @Test
    void saysNothingOfTwoLooksAtOneMoment() {
        note(100, 1);
        assertThat(note(100, 2)).isEmpty();
    }

    @Test
    void forgetsWhatNobodyAsksForAnyMore() {
        note(100, 1);
        book.open(new Uptime(boot, 100 + 3 * 86_400), book.marks());
        assertThat(book.marks()).isEmpty();
    }

    @Test
    void doesNotGrowForEver() {
        book.open(new Uptime(boot, 1), Map.of());
        for (int i = 0; i < 10_000; i++) {
            book.note("device" + i, "counter", 1);
        }
        assertThat(book.marks()).hasSizeLessThan(5_000);
    }

    @Test
    void judgesNoRateOverLessThanItsSpan() {
        assertThat(new Increase(3, false, 1).exceeds(120, 3600)).isFalse();
        assertThat(new Increase(121, false, 1).exceeds(120, 3600)).isTrue();
        assertThat(new Increase(240, false, 7200).exceeds(120, 3600)).isFalse();
        assertThat(new Increase(241, false, 7200).exceeds(120, 3600)).isTrue();
    }

    @Test
    void tellsForHowLongAThingHasBeenSeenAtEveryLook() {
        CounterBook book = new CounterBook();
        assertThat(book.lasting("kind", List.of("a"))).containsEntry("a", 0.0);
        assertThat(lastingAt(book, "boot", 100, "a", "b")).isEqualTo(Map.of("a", 0.0, "b", 0.0));
        assertThat(lastingAt(book, "boot", 160, "a")).isEqualTo(Map.of("a", 60.0));
        assertThat(lastingAt(book, "boot", 220, "a", "b")).isEqualTo(Map.of("a", 120.0, "b", 0.0));
        assertThat(lastingAt(book, "other", 230, "a")).isEqualTo(Map.of("a", 0.0));
    }

    @Test
    void keepsCountersApartFromThingsSeen() {
        CounterBook book = new CounterBook();
        book.open(new Uptime("boot", 100), Map.of());
        book.note("device", "errors", 5);
        lastingAt(book, "boot", 160);
        assertThat(book.note("device", "errors", 7).orElseThrow().by()).isEqualTo(2);
    }

    private static Map<String, Double> lastingAt(
            CounterBook book, String boot, double uptime, String... seen) {
        book.open(new Uptime(boot, uptime), book.marks());
        return book.lasting("kind", List.of(seen));
    }
}
