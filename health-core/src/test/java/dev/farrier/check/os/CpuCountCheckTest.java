package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.OnlineCpus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuCountCheckTest {
    private static Examination examine(OnlineCpus cpus) {
        return new CpuCountCheck(Optional.of(128)).examine(cpus);
    }

    @Test
    void passesAllAndMore() {
        assertPassed(examine(new OnlineCpus(128, "0-127")));
        assertPassed(examine(new OnlineCpus(256, "0-255")));
    }

    @Test
    void findsThatOneIsMissing() {
        Examination examination = examine(new OnlineCpus(127, "0-5,7-127"));
        assertFound(examination, "cpu.missing", Severity.FATAL);
        assertThat(only(examination).message()).isEqualTo("127 of 128 CPUs are online: 0-5,7-127");
    }

    @Test
    void showsTheCountWhereNothingIsExpected() {
        Examination examination =
                new CpuCountCheck(Optional.empty()).examine(new OnlineCpus(2, "0-1"));
        assertPassed(examination);
        assertThat(examination.value()).isEqualTo("2");
    }
}
