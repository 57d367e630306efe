package dev.farrier.check.os;

import static dev.farrier.check.Examinations.assertFound;
import static dev.farrier.check.Examinations.assertPassed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Severity;
import dev.farrier.check.Examination;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.linux.KernelSetting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KernelSettingCheckTest {
    private static Examination range(long minimum, long maximum, String seen) {
        return new KernelSettingCheck(Optional.empty(), Optional.of(minimum), Optional.of(maximum))
                .examine(new KernelSetting("vm.x", Optional.of(seen)));
    }

    private static Examination exact(String value, String seen) {
        return new KernelSettingCheck(Optional.of(value), Optional.empty(), Optional.empty())
                .examine(new KernelSetting("vm.x", Optional.of(seen)));
    }

    @Test
    void comparesTheWholeValue() {
        assertPassed(exact("4096 131072 6291456", "4096 131072 6291456"));
        assertPassed(exact("4096 *", "4096 131072 6291456"));
        assertFound(exact("1", "0"), "sysctl.wrong", Severity.DEGRADED);
    }

    @ParameterizedTest
    @CsvSource({
        "0,10,10,true",
        "1,10,0,false",
        "1,10,11,false",
        "0,10,-1,false",
        "1,9223372036854775807,18446744073692774399,true"
    })
    void comparesNumbers(long minimum, long maximum, String seen, boolean well) {
        if (well) {
            assertPassed(range(minimum, maximum, seen));
        } else {
            assertFound(range(minimum, maximum, seen), "sysctl.wrong", Severity.DEGRADED);
        }
    }

    @ParameterizedTest
    @CsvSource({"1 2", "on", "-", "''", "0x10"})
    void cannotTellWhereItIsNoSingleNumber(String seen) {
        assertThat(range(0, 10, seen).undetermined()).isPresent();
    }

    @Test
    void findsASettingThatTheKernelDoesNotHave() {
        assertFound(
                new KernelSettingCheck(Optional.of("1"), Optional.empty(), Optional.empty())
                        .examine(new KernelSetting("vm.x", Optional.empty())),
                "sysctl.missing",
                Severity.DEGRADED);
    }

    private static Stream<Map<String, Object>> senseless() {
        return Stream.of(
                Map.of("key", "vm.x"),
                Map.of("key", "vm.x", "value", "1", "minimum", 1L),
                Map.of("key", "vm.x", "minimum", 2L, "maximum", 1L),
                Map.of("key", "vm/../x", "value", "1"));
    }

    @ParameterizedTest
    @MethodSource("senseless")
    void refusesSettingsThatExpectNothing(Map<String, Object> settings) {
        Sources sources = new Sources(new Machine(Path.of("/"), new FakeCommandRunner()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                KernelSettingCheck.KIND
                                        .maker()
                                        .make(new Settings(settings), sources));
    }
}
