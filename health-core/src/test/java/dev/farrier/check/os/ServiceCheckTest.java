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
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.ServiceLook;
import dev.farrier.telemetry.linux.SystemdUnits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceCheckTest {
    private static final ServiceCheck RUNS = new ServiceCheck(true, Optional.empty(), 3);
    private static final ServiceCheck RUNS_NOT = new ServiceCheck(false, Optional.empty(), 3);

    private static ServiceLook look(String load, String active, String sub, String file) {
        return look(load, active, sub, file, Optional.empty());
    }

    private static ServiceLook look(
            String load, String active, String sub, String file, Optional<Increase> restarts) {
        SystemdUnits.Unit unit =
                new SystemdUnits.Unit(List.of("slurmd.service"), load, active, sub, file, 0);
        return new ServiceLook("slurmd.service", Optional.of(unit), restarts, -1);
    }

    private static ServiceLook active(String file) {
        return look("loaded", "active", "running", file);
    }

    private static ServiceLook processes(int count) {
        return new ServiceLook("slurmd.service", Optional.empty(), Optional.empty(), count);
    }

    @ParameterizedTest
    @CsvSource({"active,running", "active,exited", "reloading,reload"})
    void passesAServiceThatRuns(String active, String sub) {
        assertPassed(RUNS.examine(look("loaded", active, sub, "enabled")));
        assertFound(
                RUNS_NOT.examine(look("loaded", active, sub, "enabled")),
                "service.running",
                Severity.DEGRADED);
    }

    @ParameterizedTest
    @CsvSource({
        "not-found,inactive,dead,service.missing,DEGRADED",
        "loaded,failed,failed,service.failed,DEGRADED",
        "loaded,inactive,dead,service.not-running,DEGRADED",
        "masked,inactive,dead,service.not-running,DEGRADED",
        "loaded,activating,auto-restart,service.not-running,DEGRADED",
        "loaded,activating,auto-restart-queued,service.not-running,DEGRADED",
        "loaded,activating,start,service.changing,INFO",
        "loaded,deactivating,stop-sigterm,service.changing,INFO"
    })
    void findsOneThatDoesNot(
            String load, String active, String sub, String code, Severity severity) {
        assertFound(RUNS.examine(look(load, active, sub, "")), code, severity);
    }

    @Test
    void passesOneThatMustNotRunAndDoesNot() {
        assertPassed(RUNS_NOT.examine(look("loaded", "inactive", "dead", "disabled")));
        assertPassed(RUNS_NOT.examine(look("not-found", "inactive", "dead", "")));
    }

    @Test
    void warnsOfOneThatWillNotStartAtBoot() {
        ServiceCheck enabled = new ServiceCheck(true, Optional.of(true), 3);
        assertPassed(enabled.examine(active("enabled")));
        assertPassed(enabled.examine(active("static")));
        assertFound(enabled.examine(active("disabled")), "service.wrong-at-boot", Severity.WARNING);
        ServiceCheck disabled = new ServiceCheck(true, Optional.of(false), 3);
        assertPassed(disabled.examine(active("disabled")));
        assertFound(disabled.examine(active("enabled")), "service.wrong-at-boot", Severity.WARNING);
    }

    @Test
    void warnsOfOneThatIsStartedOverAndOver() {
        ServiceLook three =
                look("loaded", "active", "running", "", Optional.of(new Increase(3, false, 600)));
        assertPassed(RUNS.examine(three));
        Examination examination =
                RUNS.examine(
                        look(
                                "loaded",
                                "active",
                                "running",
                                "",
                                Optional.of(new Increase(4, false, 600))));
        assertFound(examination, "service.restarting", Severity.WARNING);
        assertThat(only(examination).message())
                .isEqualTo("slurmd.service was started again: 4 in 600 s");
    }

    @Test
    void judgesItsProcessesWhereNoSystemdRuns() {
        assertPassed(RUNS.examine(processes(1)));
        assertFound(RUNS.examine(processes(0)), "service.not-running", Severity.DEGRADED);
        assertPassed(RUNS_NOT.examine(processes(0)));
        assertFound(RUNS_NOT.examine(processes(1)), "service.running", Severity.DEGRADED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-x", "a b", "/etc/x", "nfs-*"})
    void takesNoNameThatNoUnitHas(String unit) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                ServiceCheck.KIND
                                        .maker()
                                        .make(new Settings(Map.of("unit", unit)), sources));
    }
}
