package dev.farrier.check.gpu;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuEccCheckTest {
    private final GpuEccCheck check = new GpuEccCheck();

    private static String withLast(String errors) {
        String eight = Listings.EIGHT;
        return eight.substring(0, eight.lastIndexOf(", 0\n")) + ", " + errors + "\n";
    }

    @Test
    void passesGpusWithoutErrors() throws Exception {
        Examination examination = check.examine(Listings.exits(0, Listings.EIGHT));
        assertPassed(examination);
        assertThat(examination.looked()).isEqualTo("8 GPUs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "18446744073709551615"})
    void findsTheGpuWithErrors(String errors) throws Exception {
        Examination examination = check.examine(Listings.exits(0, withLast(errors)));
        assertFound(examination, "gpu.ecc.uncorrectable", Severity.FATAL);
        assertThat(only(examination).component().id()).isEqualTo("0000:cd:00.0");
        assertThat(only(examination).value()).isEqualTo(errors);
        assertThat(only(examination).fault().latched()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[N/A]", "N/A", "[Not Supported]"})
    void leavesOutAGpuThatCountsNone(String errors) throws Exception {
        Examination examination = check.examine(Listings.exits(0, withLast(errors)));
        assertPassed(examination);
        assertThat(examination.looked()).isEqualTo("7 GPUs");
    }

    @Test
    void isNoPassWhereNoGpuCountsErrors() throws Exception {
        String none = Listings.EIGHT.replace(", 0\n", ", [N/A]\n");
        Examination examination = check.examine(Listings.exits(0, none));
        assertThat(examination.unsupported()).contains("no GPU counts memory errors");
        assertThat(examination.findings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR!", "[Unknown Error]", "[Insufficient Permissions]", "some", ""})
    void cannotTellWhatCouldNotBeRead(String errors) throws Exception {
        assertThat(check.examine(Listings.exits(0, withLast(errors))).undetermined()).isPresent();
    }

    @Test
    void cannotTellForAGpuThatIsLost() throws Exception {
        String lost = "Unable to determine the device handle for GPU 0000:10:00.0: Unknown Error\n";
        assertThat(check.examine(Listings.exits(255, Listings.EIGHT + lost)).undetermined())
                .isPresent();
    }

    @Test
    void cannotTellWhileTheDriverDoesNotAnswer() throws Exception {
        assertThat(check.examine(Listings.hung()).undetermined()).isPresent();
    }
}
