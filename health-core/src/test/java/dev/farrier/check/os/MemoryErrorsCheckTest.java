package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.MemoryErrors;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryErrorsCheckTest {
    private static MemoryErrors.Count count(long total, long by, double seconds) {
        return new MemoryErrors.Count(total, Optional.of(new Increase(by, false, seconds)));
    }

    private static Examination examine(
            MemoryErrors.Count corrected, MemoryErrors.Count uncorrected) {
        MemoryErrors.Part part = new MemoryErrors.Part("DIMM_A1", corrected, uncorrected);
        MemoryErrors errors =
                new MemoryErrors(
                        List.of(new MemoryErrors.Controller("mc0", 8, List.of(part), List.of())));
        return new MemoryErrorsCheck(1000, Optional.of(8)).examine(errors);
    }

    @Test
    void condemnsMemoryThatLostData() {
        Examination examination =
                examine(MemoryErrors.Count.NONE, new MemoryErrors.Count(1, Optional.empty()));
        assertFound(examination, "memory.errors.uncorrectable", Severity.FATAL);
        assertThat(only(examination).fault().latched()).isTrue();
        assertThat(only(examination).message())
                .isEqualTo("DIMM_A1: 1 uncorrectable error in this boot");
    }

    @Test
    void isNotMovedByWhatWasCountedLongAgo() {
        assertPassed(examine(count(1_000_000, 0, 900), MemoryErrors.Count.NONE));
        assertPassed(
                examine(
                        new MemoryErrors.Count(1_000_000, Optional.empty()),
                        MemoryErrors.Count.NONE));
    }

    @Test
    void warnsOfCorrectedErrorsByTheirRate() {
        assertPassed(examine(count(5000, 1000, 600), MemoryErrors.Count.NONE));
        assertFound(
                examine(count(5000, 1001, 600), MemoryErrors.Count.NONE),
                "memory.errors.correctable",
                Severity.DEGRADED);
        assertPassed(examine(count(5000, 2000, 7200), MemoryErrors.Count.NONE));
    }

    @Test
    void findsThatAModuleIsGone() {
        MemoryErrors seven =
                new MemoryErrors(
                        List.of(new MemoryErrors.Controller("mc0", 7, List.of(), List.of())));
        assertFound(
                new MemoryErrorsCheck(1000, Optional.of(8)).examine(seven),
                "memory.errors.module-missing",
                Severity.FATAL);
        assertPassed(new MemoryErrorsCheck(1000, Optional.empty()).examine(seven));
    }

    @Test
    void saysWhereErrorsWereCountedThatNoModuleHas() {
        MemoryErrors.Part part =
                new MemoryErrors.Part(
                        MemoryErrors.Part.NO_INFO, count(12, 2000, 60), MemoryErrors.Count.NONE);
        MemoryErrors errors =
                new MemoryErrors(
                        List.of(new MemoryErrors.Controller("mc1", 8, List.of(part), List.of())));
        assertThat(only(new MemoryErrorsCheck(1000, Optional.empty()).examine(errors)).component())
                .hasToString("memory mc1/noinfo");
    }
}
