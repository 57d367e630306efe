package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.HugePages;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HugePagesCheckTest {
    private static final String WHERE = "2 MiB pages";

    private final HugePagesCheck check = new HugePagesCheck(Optional.of(16), Optional.of(4));

    @Test
    void passesThePagesThatAreConfigured() {
        assertPassed(check.examine(new HugePages(WHERE, true, 16, 4)));
    }

    @Test
    void findsFewerAndMore() {
        assertFound(
                check.examine(new HugePages(WHERE, true, 15, 0)),
                "hugepages.wrong-count",
                Severity.DEGRADED);
        assertFound(
                check.examine(new HugePages(WHERE, true, 17, 17)),
                "hugepages.wrong-count",
                Severity.DEGRADED);
    }

    @Test
    void findsASizeThatTheKernelDoesNotOffer() {
        Examination examination = check.examine(new HugePages(WHERE, false, 0, 0));
        assertThat(only(examination).message())
                .isEqualTo("2 MiB pages: no pages of this size, 16 expected");
    }

    @Test
    void warnsWhenTooFewAreFree() {
        assertFound(
                check.examine(new HugePages(WHERE, true, 16, 3)),
                "hugepages.low",
                Severity.WARNING);
    }

    @Test
    void isQuietWhenNothingIsExpected() {
        HugePagesCheck untold = new HugePagesCheck(Optional.empty(), Optional.empty());
        assertPassed(untold.examine(new HugePages(WHERE, true, 0, 0)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1000, 3 << 20})
    void takesNoSizeThatNoPageHas(long size) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        Settings settings = new Settings(Map.of("size", size));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HugePagesCheck.KIND.maker().make(settings, sources));
    }
}
