package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.RecentBoots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RebootCheckTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    private static Examination examine(List<Instant> boots) {
        return new RebootCheck(Duration.ofHours(24), 3, 6).examine(new RecentBoots(NOW, boots));
    }

    private static List<Instant> hourly(int boots) {
        List<Instant> times = new ArrayList<>();
        for (int hour = boots; hour > 0; hour--) {
            times.add(NOW.minus(Duration.ofHours(hour)));
        }
        return times;
    }

    @Test
    void passesAFewBoots() {
        assertPassed(examine(hourly(1)));
        assertPassed(examine(hourly(3)));
    }

    @Test
    void warnsOfMoreBootsThanItMay() {
        assertFound(examine(hourly(4)), "node.reboots.often", Severity.WARNING);
        assertFound(examine(hourly(6)), "node.reboots.often", Severity.WARNING);
    }

    @Test
    void isDegradedByABootLoop() {
        assertFound(examine(hourly(7)), "node.reboots.very-often", Severity.DEGRADED);
    }

    @Test
    void countsOnlyWhatIsRecentAndNotInTheFuture() {
        List<Instant> boots = new ArrayList<>();
        for (int day = 1; day < 20; day++) {
            boots.add(NOW.minus(Duration.ofDays(day)));
            boots.add(NOW.plus(Duration.ofDays(day)));
        }
        assertPassed(examine(boots));
    }
}
