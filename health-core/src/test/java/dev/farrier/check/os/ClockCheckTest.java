package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.ChronyTracking;
import dev.farrier.telemetry.linux.ClockSync;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ClockCheckTest {
    private static final FieldCase CASE = new FieldCase("clock-01");
    private static final Instant NOW =
            Instant.parse((String) FieldCase.member(CASE.context(), "now"));

    private static Examination examine(ClockSync clock) {
        return new ClockCheck(Duration.ofSeconds(1), Duration.ofHours(1), false).examine(clock);
    }

    private static Examination examine(String file) {
        return examine(ChronyTracking.parse(CASE.text(file), NOW));
    }

    private static ClockSync clock(double offset, double uncertainty, double age) {
        return new ClockSync(
                ClockSync.State.SYNCHRONISED,
                "192.0.2.1",
                false,
                OptionalDouble.of(offset),
                "slow",
                OptionalDouble.of(uncertainty),
                OptionalDouble.of(age));
    }

    private static ClockSync saying(ClockSync.State state) {
        OptionalDouble none = OptionalDouble.empty();
        return new ClockSync(state, "", false, none, "", none, none);
    }

    @Test
    void judgesTheFieldCase() {
        assertPassed(examine("a.txt"));
        assertFound(examine("b.txt"), "clock.unsynchronised", Severity.DEGRADED);
        assertFound(examine("c.txt"), "clock.local-reference", Severity.WARNING);
        assertFound(examine("d.txt"), "clock.stale-reference", Severity.WARNING);
        assertFound(examine("e.txt"), "clock.off", Severity.DEGRADED);
    }

    @Test
    void saysHowFarTheClockIsOff() {
        assertThat(only(examine("e.txt")).message()).isEqualTo("the clock is 7.512 s slow");
        assertThat(examine("a.txt").value())
                .isEqualTo("synchronised 0.000012 s fast, reference 192.0.2.1");
        assertThat(examine("a.txt").limit()).isEqualTo("within 1 s");
    }

    @Test
    void passesWhatIsAtTheLimits() {
        assertPassed(examine(clock(1, 1, 3600)));
        assertFound(examine(clock(1.001, 0, 0)), "clock.off", Severity.DEGRADED);
        assertFound(examine(clock(0, 0, 3601)), "clock.stale-reference", Severity.WARNING);
        assertFound(examine(clock(0, 1.001, 0)), "clock.uncertain", Severity.WARNING);
    }

    @Test
    void findsAReferenceInTheFuture() {
        assertFound(examine(clock(0, 0, -600)), "clock.stale-reference", Severity.WARNING);
        assertPassed(examine(clock(0, 0, -0.5)));
    }

    @Test
    void onlyMentionsThatNobodySetUpATimeServiceUnlessOneIsExpected() {
        ClockSync none = saying(ClockSync.State.NO_SERVICE);
        assertFound(examine(none), "clock.no-service", Severity.INFO);
        ClockCheck strict = new ClockCheck(Duration.ofSeconds(1), Duration.ofHours(1), true);
        assertFound(strict.examine(none), "clock.unsynchronised", Severity.DEGRADED);
    }

    @Test
    void passesWhatTheKernelAloneCallsSynchronised() {
        Examination examination = examine(saying(ClockSync.State.SYNCHRONISED));
        assertThat(codes(examination)).isEmpty();
        assertThat(examination.value()).isEqualTo("synchronised");
    }
}
