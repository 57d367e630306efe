package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.CpuThrottling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuThrottlingCheckTest {
    private static Examination examine(long packageMillis, long coreMillis, double seconds) {
        CpuThrottling.Processor one =
                new CpuThrottling.Processor(
                        1,
                        Optional.of(new Increase(packageMillis, false, seconds)),
                        Optional.of(new Increase(coreMillis, false, seconds)),
                        7);
        return new CpuThrottlingCheck(5).examine(new CpuThrottling(List.of(one)));
    }

    @Test
    void passesAShortTime() {
        assertPassed(examine(5_000, 5_000, 100));
        assertPassed(examine(3_000, 0, 5)); // of less than a minute
    }

    @Test
    void findsAProcessorThatIsSlowedDown() {
        Examination examination = examine(25_000, 0, 100);
        assertFound(examination, "cpu.throttled", Severity.DEGRADED);
        assertThat(only(examination).message())
                .isEqualTo(
                        "the processor in socket 1 was slowed down by heat for 25.0 % of the time");
    }

    @Test
    void onlyWarnsOfACore() {
        Examination examination = examine(0, 5_001, 100);
        assertFound(examination, "cpu.core-throttled", Severity.WARNING);
        assertThat(only(examination).message()).startsWith("the core of CPU 7 was slowed down");
    }

    @Test
    void saysNothingOfWhatIsNotKnown() {
        CpuThrottling.Processor one =
                new CpuThrottling.Processor(0, Optional.empty(), Optional.empty(), 0);
        assertPassed(new CpuThrottlingCheck(0).examine(new CpuThrottling(List.of(one))));
    }
}
