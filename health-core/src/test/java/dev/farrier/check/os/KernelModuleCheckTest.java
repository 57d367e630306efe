package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static dev.farrier.check.Examinations.codes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.KernelModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelModuleCheckTest {
    private static final KernelModule LIVE =
            new KernelModule(
                    "nvidia", "live", Optional.of("570.124.06"), Map.of("NVreg_EnableMSI", "1"));
    private static final KernelModule ABSENT =
            new KernelModule("nvidia", "absent", Optional.empty(), Map.of());

    private static KernelModuleCheck check(
            boolean loaded, Optional<String> version, Map<String, String> parameters) {
        return new KernelModuleCheck(loaded, version, parameters);
    }

    @Test
    void findsAModuleThatIsNotLoadedAndOneThatMustNotBe() {
        KernelModuleCheck required = check(true, Optional.empty(), Map.of());
        KernelModuleCheck forbidden = check(false, Optional.empty(), Map.of());
        assertPassed(required.examine(LIVE));
        assertFound(required.examine(ABSENT), "module.missing", Severity.DEGRADED);
        assertPassed(forbidden.examine(ABSENT));
        assertFound(forbidden.examine(LIVE), "module.forbidden", Severity.DEGRADED);
    }

    @Test
    void comparesTheVersion() {
        assertPassed(check(true, Optional.of("570.*"), Map.of()).examine(LIVE));
        assertFound(
                check(true, Optional.of("560.35.03"), Map.of()).examine(LIVE),
                "module.wrong-version",
                Severity.DEGRADED);
    }

    @Test
    void cannotTellTheVersionOfAModuleThatHasNone() {
        KernelModule inTree = new KernelModule("mlx5_core", "live", Optional.empty(), Map.of());
        assertThat(check(true, Optional.of("5.*"), Map.of()).examine(inTree).undetermined())
                .isPresent();
    }

    @Test
    void findsOtherAndMissingParameters() {
        assertPassed(check(true, Optional.empty(), Map.of("NVreg_EnableMSI", "1")).examine(LIVE));
        assertThat(
                        codes(
                                check(
                                                true,
                                                Optional.empty(),
                                                Map.of("NVreg_EnableMSI", "0", "more", "*"))
                                        .examine(LIVE)))
                .containsExactly("module.wrong-parameter", "module.wrong-parameter");
    }

    private static Stream<Map<String, Object>> senseless() {
        return Stream.of(
                Map.of("name", ""),
                Map.of("name", "../nvidia"),
                Map.of("name", "nvidia", "parameters", List.of("NVreg")),
                Map.of("name", "nvidia", "parameters", List.of("../x=1")),
                Map.of("name", "nvidia", "loaded", false, "version", "1"));
    }

    @ParameterizedTest
    @MethodSource("senseless")
    void refusesSettingsThatNameNoModule(Map<String, Object> settings) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> KernelModuleCheck.KIND.maker().make(new Settings(settings), sources));
    }
}
