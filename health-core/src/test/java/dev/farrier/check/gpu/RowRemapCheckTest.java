package dev.farrier.check.gpu;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Remedy;
import dev.farrier.telemetry.nvidia.RowRemapping;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowRemapCheckTest {
    private final RowRemapCheck check = new RowRemapCheck();

    private static RowRemapping.Rows gpu(boolean pending, boolean failed) {
        return new RowRemapping.Rows("0000:50:00.0", "GPU-3", 512, 8, pending, failed);
    }

    private Examination examine(boolean pending, boolean failed) {
        return check.examine(new RowRemapping(List.of(gpu(pending, failed)), 0));
    }

    @Test
    void passesRowsThatWereRemapped() {
        assertPassed(examine(false, false));
    }

    @Test
    void findsThatNoSpareRowIsLeft() {
        Examination examination = examine(false, true);
        assertFound(examination, "gpu.row-remap.failed", Severity.FATAL);
        assertThat(only(examination).fault().latched()).isTrue();
        assertThat(only(examination).fault().remedy()).isEqualTo(Remedy.REPLACE);
    }

    @Test
    void lowersButDoesNotDrainWhatWaitsForAReset() {
        Examination examination = examine(true, false);
        assertFound(examination, "gpu.row-remap.pending", Severity.DEGRADED);
        assertThat(only(examination).fault().remedy()).isEqualTo(Remedy.RESET_GPU);
    }

    @Test
    void findsBothOnOneGpu() {
        assertThat(codes(examine(true, true)))
                .containsExactly("gpu.row-remap.failed", "gpu.row-remap.pending");
    }

    @Test
    void cannotTellForAGpuThatCouldNotBeAsked() {
        assertThat(check.examine(new RowRemapping(List.of(gpu(false, false)), 1)).undetermined())
                .isPresent();
    }
}
