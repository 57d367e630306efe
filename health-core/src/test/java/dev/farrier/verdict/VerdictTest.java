package dev.farrier.verdict;

import static dev.farrier.verdict.Outcomes.blind;
import static dev.farrier.verdict.Outcomes.failed;
import static dev.farrier.verdict.Outcomes.fatal;
import static dev.farrier.verdict.Outcomes.passed;
import static dev.farrier.verdict.Outcomes.skipped;
import static dev.farrier.verdict.Outcomes.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Fault;
import dev.farrier.check.Remedy;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Fault SLOW = Fault.of("x.slow", Severity.DEGRADED, Remedy.WATCH);
    private static final Fault FULL = Fault.of("x.full", Severity.WARNING, Remedy.WATCH);

    @Test
    void isUnknownWhenNothingCouldBeExamined() {
        assertThat(verdict().health()).isEqualTo(Health.UNKNOWN);
        assertThat(verdict(skipped("gpu")).health()).isEqualTo(Health.UNKNOWN);
    }

    @Test
    void isUnknownWhenARequiredCheckCouldNotLookAndNothingWorseWasFound() {
        assertThat(verdict(passed("a"), blind("b")).health()).isEqualTo(Health.UNKNOWN);
        assertThat(verdict(failed("a", SLOW), blind("b")).health()).isEqualTo(Health.DEGRADED);
        assertThat(verdict(failed("a", fatal("a.x")), blind("b")).health())
                .isEqualTo(Health.UNHEALTHY);
    }

    @Test
    void staysHealthyWhenOnlyAnUnrequiredCheckCouldNotLook() {
        CheckOutcome blind = new CheckOutcome.Undetermined("b", "b", "no answer", false);

        assertThat(verdict(passed("a"), blind).health()).isEqualTo(Health.HEALTHY);
        assertThat(verdict(passed("a"), blind).coverage()).isEqualTo(new Coverage(1, 0, 1));
    }

    @Test
    void staysHealthyOnAWarning() {
        assertThat(verdict(failed("a", FULL)).health()).isEqualTo(Health.HEALTHY);
    }

    @Test
    void countsWhatCouldBeLookedAt() {
        assertThat(verdict(passed("a"), skipped("b"), blind("c"), passed("d")).coverage())
                .isEqualTo(new Coverage(2, 1, 1));
    }
}
