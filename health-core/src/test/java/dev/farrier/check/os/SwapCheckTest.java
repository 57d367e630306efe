package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Portion;
import dev.farrier.telemetry.linux.MemoryUse;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SwapCheckTest {
    private static final long GIB = 1L << 30;

    private static Examination expecting(long gib, long totalGib) {
        return new SwapCheck(Optional.of(gib * GIB), 3, Optional.empty())
                .examine(new MemoryUse(GIB, GIB, totalGib * GIB, totalGib * GIB));
    }

    private static Examination allowing(Portion used, long usedGib) {
        return new SwapCheck(Optional.empty(), 3, Optional.of(used))
                .examine(new MemoryUse(GIB, GIB, 100 * GIB, (100 - usedGib) * GIB));
    }

    @Test
    void passesAboutTheSizeThatIsExpected() {
        assertPassed(expecting(100, 97));
        assertPassed(expecting(100, 103));
        assertPassed(expecting(0, 0));
    }

    @Test
    void findsAnotherSize() {
        assertFound(expecting(100, 96), "swap.wrong-size", Severity.DEGRADED);
        assertFound(expecting(100, 104), "swap.wrong-size", Severity.DEGRADED);
        assertThat(only(expecting(0, 2)).message())
                .isEqualTo("the node has 2.0 GiB of swap, 0 B expected");
    }

    @Test
    void warnsOfSwapInUseAndNoMoreSinceAJobCanDoIt() {
        assertPassed(allowing(Portion.ofPercent(50), 50));
        assertPassed(allowing(new Portion(0, 50 * GIB), 50));
        assertFound(allowing(Portion.ofPercent(50), 51), "swap.used", Severity.WARNING);
        assertFound(allowing(new Portion(0, 50 * GIB), 51), "swap.used", Severity.WARNING);
    }

    @Test
    void isQuietWhenNothingIsExpected() {
        SwapCheck check = new SwapCheck(Optional.empty(), 3, Optional.empty());
        Examination examination = check.examine(new MemoryUse(GIB, 0, 4 * GIB, 0));
        assertThat(codes(examination)).isEmpty();
        assertThat(examination.value()).isEqualTo("4.0 GiB, 4.0 GiB used");
    }
}
