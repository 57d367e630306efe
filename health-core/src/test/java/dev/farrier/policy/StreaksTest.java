package dev.farrier.policy;

import static dev.farrier.verdict.Outcomes.blind;
import static dev.farrier.verdict.Outcomes.failed;
import static dev.farrier.verdict.Outcomes.fatal;
import static dev.farrier.verdict.Outcomes.passed;
import static dev.farrier.verdict.Outcomes.skipped;
import static dev.farrier.verdict.Outcomes.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.Uptime;
import dev.farrier.check.Fault;
import dev.farrier.check.Remedy;
import dev.farrier.config.Mode;
import dev.farrier.config.Share;
import dev.farrier.verdict.Health;
import dev.farrier.verdict.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreaksTest {
    static final Rules RULES =
            new Rules(
                    Mode.ACT,
                    2,
                    Duration.ofMinutes(5),
                    3,
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(5),
                    new DrainBudget(Share.percent(10), Optional.empty(), Duration.ofMinutes(10)),
                    Duration.ZERO,
                    Duration.ofMinutes(30),
                    Duration.ofSeconds(90));
    private static final Fault LOST = fatal("gpu.lost");
    private static final Fault HUNG =
            Fault.of("gpu.driver.hung", Severity.DEGRADED, Remedy.REBOOT_NODE)
                    .fatalAfter(3, Duration.ofMinutes(1));

    private Streaks streaks = Streaks.NONE;

    private Streak look(double uptime, Verdict verdict) {
        return look(uptime, Trigger.PERIODIC, verdict, Set.of());
    }

    private Streak look(double uptime, Trigger trigger, Verdict verdict, Set<String> drainedFor) {
        streaks = streaks.after(verdict, trigger, new Uptime("b1", uptime), RULES, drainedFor);
        return streaks.of("gpu/gpu.lost");
    }

    @Test
    void keepsTheFailCountOverPassesInBetween() {
        look(1000, verdict(failed("gpu", LOST)));
        look(1060, verdict(passed("gpu", LOST)));

        assertThat(look(1120, verdict(failed("gpu", LOST))).fails())
                .containsExactly(1000.0, 1120.0);
    }

    @Test
    void forgetsFailuresBehindTheWindow() {
        look(1000, verdict(failed("gpu", LOST)));

        assertThat(look(1301, verdict(failed("gpu", LOST))).fails()).containsExactly(1301.0);
    }

    @Test
    void resetsThePassesWithAnyFailure() {
        look(1000, verdict(failed("gpu", LOST)));
        look(1060, verdict(passed("gpu", LOST)));
        assertThat(streaks.of("gpu/gpu.lost").passes()).isEqualTo(1);

        assertThat(look(1120, verdict(failed("gpu", LOST))).passes()).isZero();
    }

    @Test
    void countsNoPassForHardwareThatVanishedOrCouldNotBeSeen() {
        look(1000, verdict(failed("gpu", LOST)));
        look(1060, verdict(passed("gpu", LOST)));
        look(1120, verdict(skipped("gpu")));

        assertThat(look(1180, verdict(blind("gpu"))).passes()).isEqualTo(1);
    }

    @Test
    void countsOnlyPeriodicLooks() {
        for (int job = 0; job < 100; job++) {
            look(1000 + job, Trigger.PROLOG, verdict(failed("gpu", LOST)), Set.of());
        }

        assertThat(streaks.of("gpu/gpu.lost").fails()).isEmpty();
    }

    @Test
    void countsNoFaultThatMayStillGoAwayWithinTheBootGrace() {
        assertThat(look(299, verdict(failed("gpu", LOST))).fails()).isEmpty();
        assertThat(look(299, verdict(failed("gpu", LOST.asLatched()))).fails()).hasSize(1);
    }

    @Test
    void restartsAllCountsWithTheBoot() {
        look(1000, verdict(failed("gpu", LOST)));

        streaks = streaks.in(new Uptime("b2", 20));

        assertThat(streaks.of("gpu/gpu.lost")).isEqualTo(Streak.NONE);
    }

    @Test
    void countsPassesOfADrainFromBefore() {
        look(1000, Trigger.PERIODIC, verdict(passed("gpu", LOST)), Set.of("gpu.lost"));

        assertThat(streaks.of("gpu/gpu.lost"))
                .isEqualTo(new Streak(java.util.List.of(), 1, 1000, false, true));
    }

    @Test
    void keepsNothingAboutAFaultThatNeverWas() {
        look(1000, verdict(passed("gpu", LOST)));

        assertThat(streaks.byKey()).isEmpty();
    }

    @Test
    void makesAHungDriverFatalOnlyAfterThreeLooksOverAMinute() {
        Verdict hung = verdict(failed("gpu", HUNG));
        look(1000, hung);
        look(1010, hung);
        look(1020, hung);
        assertThat(streaks.confirm(hung).health()).isEqualTo(Health.DEGRADED);

        look(1060, hung);
        assertThat(streaks.confirm(hung).health()).isEqualTo(Health.UNHEALTHY);
    }

    @Test
    void confirmsNothingThatTheSiteLowered() {
        Verdict lowered =
                verdict(failed("gpu", HUNG)).withSeverities((outcome, finding) -> Severity.WARNING);
        for (int i = 0; i < 5; i++) {
            look(1000 + 60 * i, lowered);
        }

        assertThat(streaks.confirm(lowered).health()).isEqualTo(Health.HEALTHY);
    }
}
