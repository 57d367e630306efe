package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.linux.MemorySize;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemorySizeCheckTest {
    private static final long EXPECTED = 100L << 30;

    private static Examination examine(long bytes) {
        return new MemorySizeCheck(Optional.of(EXPECTED), 3).examine(new MemorySize(bytes));
    }

    @Test
    void passesWhatFirmwareAndKernelKeepForThemselves() {
        assertPassed(examine(97L << 30));
        assertPassed(examine(EXPECTED));
        assertPassed(examine(2 * EXPECTED));
    }

    @Test
    void findsThatAModuleIsMissing() {
        Examination examination = examine((97L << 30) - 1);
        assertFound(examination, "memory.missing", Severity.FATAL);
        assertThat(only(examination).message())
                .isEqualTo("the kernel manages 96.9 GiB of memory, at least 97.0 GiB expected");
    }

    @Test
    void showsTheSizeWhereNothingIsExpected() {
        Examination examination =
                new MemorySizeCheck(Optional.empty(), 3).examine(new MemorySize(1 << 30));
        assertPassed(examination);
        assertThat(examination.value()).isEqualTo("1.0 GiB");
        assertThat(examination.limit()).isEmpty();
    }
}
