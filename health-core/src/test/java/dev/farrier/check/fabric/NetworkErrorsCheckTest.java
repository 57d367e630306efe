package dev.farrier.check.fabric;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.NetworkErrors;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkErrorsCheckTest {
    private static Optional<Increase> grew(long by) {
        return Optional.of(new Increase(by, false, 600));
    }

    private static Examination examine(
            Optional<Integer> drops, long errors, long dropped, long changes) {
        NetworkErrors.Errors eth0 =
                new NetworkErrors.Errors("eth0", grew(errors), grew(dropped), grew(changes));
        return new NetworkErrorsCheck(10, drops, 6).examine(new NetworkErrors(List.of(eth0)));
    }

    @Test
    void passesAFewErrorsAndAnyDrops() {
        assertPassed(examine(Optional.empty(), 100, 1_000_000, 6));
    }

    @Test
    void findsErrorsDropsAndALinkThatComesAndGoes() {
        Examination errors = examine(Optional.empty(), 101, 0, 0);
        assertFound(errors, "network.errors", Severity.WARNING);
        assertThat(only(errors).message()).isEqualTo("eth0: errors, 101 in 600 s");
        assertFound(examine(Optional.of(1), 0, 11, 0), "network.drops", Severity.WARNING);
        assertFound(examine(Optional.empty(), 0, 0, 7), "network.flapping", Severity.DEGRADED);
    }

    @Test
    void saysNothingOfWhatIsNotKnown() {
        NetworkErrors.Errors eth0 =
                new NetworkErrors.Errors(
                        "eth0", Optional.empty(), Optional.empty(), Optional.empty());
        Examination examination =
                new NetworkErrorsCheck(10, Optional.of(0), 6)
                        .examine(new NetworkErrors(List.of(eth0)));
        assertPassed(examination);
        assertThat(examination.value()).isEqualTo("no increase known yet");
    }
}
