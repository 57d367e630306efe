package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.os.CpuFrequencyCheck.Boost;
import dev.farrier.telemetry.linux.CpuFrequency;
import dev.farrier.telemetry.linux.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuFrequencyCheckTest {
    private static CpuFrequency.Policy policy(String cpus, String governor, long most) {
        return new CpuFrequency.Policy(CpuSet.parse("", cpus + "\n"), governor, most, 3_500_000);
    }

    private static CpuFrequency frequency(CpuFrequency.Policy... policies) {
        return new CpuFrequency(List.of(policies), Optional.of(true));
    }

    private static CpuFrequencyCheck expecting(String governor) {
        return new CpuFrequencyCheck(Optional.of(governor), Boost.ON, false);
    }

    private static CpuFrequencyCheck untold() {
        return new CpuFrequencyCheck(Optional.empty(), Boost.ON, false);
    }

    @Test
    void findsNoFaultWithAGovernorThatNobodyAskedFor() {
        assertPassed(untold().examine(frequency(policy("0-3", "powersave", 3_500_000))));
    }

    @Test
    void namesManyCpusWithAnotherGovernorInOneFinding() {
        List<CpuFrequency.Policy> policies = new ArrayList<>();
        for (int cpu = 0; cpu < 256; cpu++) {
            policies.add(policy("" + cpu, cpu == 7 ? "performance" : "powersave", 3_500_000));
        }
        Examination examination =
                expecting("performance").examine(new CpuFrequency(policies, Optional.empty()));
        assertFound(examination, "cpu.governor.unexpected", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("CPUs 0-6,8-255 have governor powersave, not performance");
    }

    @Test
    void findsCpusThatMayNotReachTheirHighestFrequency() {
        CpuFrequency capped =
                frequency(
                        policy("0-1", "performance", 3_500_000),
                        policy("2", "performance", 2_000_000),
                        policy("3", "performance", 2_500_000));
        Examination examination = untold().examine(capped);
        assertFound(examination, "cpu.frequency.capped", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("CPUs 2-3 may not reach their highest frequency: 2000 MHz");
        assertPassed(new CpuFrequencyCheck(Optional.empty(), Boost.ON, true).examine(capped));
    }

    @Test
    void findsBoostThatIsNotAsExpected() {
        CpuFrequency.Policy policy = policy("0", "performance", 3_500_000);
        CpuFrequency off = new CpuFrequency(List.of(policy), Optional.of(false));
        assertFound(untold().examine(off), "cpu.boost.unexpected", Severity.DEGRADED);
        assertPassed(new CpuFrequencyCheck(Optional.empty(), Boost.OFF, false).examine(off));
        assertPassed(new CpuFrequencyCheck(Optional.empty(), Boost.ANY, false).examine(off));
        assertPassed(untold().examine(new CpuFrequency(List.of(policy), Optional.empty())));
    }
}
