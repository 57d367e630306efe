package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.LoadAverage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadCheckTest {
    private static final LoadAverage LOAD = new LoadAverage(40, 20.25, 10, 10);

    @Test
    void countsTheLimitForEachCpu() {
        assertPassed(
                new LoadCheck(Optional.of(4.0), Optional.of(2.03), Optional.of(1.0)).examine(LOAD));
    }

    @Test
    void warnsAndNoMoreSinceAJobMakesIt() {
        Examination examination =
                new LoadCheck(Optional.empty(), Optional.of(2.0), Optional.empty()).examine(LOAD);
        assertFound(examination, "load.high", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("load 20.25 over 5 minutes, at most 20.00");
    }

    @Test
    void showsTheLoadWhereNothingIsTold() {
        Examination examination =
                new LoadCheck(Optional.empty(), Optional.empty(), Optional.empty()).examine(LOAD);
        assertPassed(examination);
        assertThat(examination.value()).isEqualTo("40.00 20.25 10.00 on 10 CPUs");
    }
}
