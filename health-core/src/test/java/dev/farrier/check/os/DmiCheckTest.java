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
import dev.farrier.telemetry.linux.DmiAttributes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DmiCheckTest {
    private final DmiCheck check = new DmiCheck(Map.of("bios_version", List.of("2.4.4", "2.5.0")));

    @Test
    void passesAnyOfTheVersions() {
        assertPassed(check.examine(new DmiAttributes(Map.of("bios_version", "2.5.0"))));
    }

    @Test
    void findsAnotherVersionAndOneThatIsNotTold() {
        Examination other = check.examine(new DmiAttributes(Map.of("bios_version", "2.3.1")));
        assertFound(other, "machine.unexpected", Severity.WARNING);
        assertThat(only(other).message()).isEqualTo("bios_version is '2.3.1', not 2.4.4 or 2.5.0");
        assertFound(
                check.examine(new DmiAttributes(Map.of())), "machine.unexpected", Severity.WARNING);
    }

    @Test
    void wantsToBeToldSomething() {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DmiCheck.KIND.maker().make(Settings.EMPTY, sources));
    }
}
