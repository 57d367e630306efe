package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Portion;
import dev.farrier.telemetry.linux.MemoryUse;
import org.junit.jupiter.api.Test;

class MemoryAvailableCheckTest {
    private static final long GIB = 1L << 30;

    private static Examination examine(Portion minimum, long availableGib) {
        MemoryUse use = new MemoryUse(100 * GIB, availableGib * GIB, 0, 0);
        return new MemoryAvailableCheck(minimum).examine(use);
    }

    @Test
    void passesWhatIsLeft() {
        assertPassed(examine(Portion.ofPercent(5), 5));
        assertPassed(examine(new Portion(0, 5 * GIB), 5));
    }

    @Test
    void warnsAndNoMoreSinceAJobCanDoIt() {
        Examination examination = examine(Portion.ofPercent(5), 4);
        assertFound(examination, "memory.available.low", Severity.WARNING);
        assertThat(only(examination).message()).isEqualTo("memory: 4.0 GiB available (4.0 %)");
        assertFound(examine(new Portion(0, 5 * GIB), 4), "memory.available.low", Severity.WARNING);
    }
}
