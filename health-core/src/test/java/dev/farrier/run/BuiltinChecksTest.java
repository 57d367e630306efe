package dev.farrier.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.Severity;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Sources;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.Setting;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltinChecksTest {
    @TempDir Path scratch;

    private static List<CheckKind> kinds() {
        return BuiltinChecks.kinds();
    }

    private List<CheckInstance<?>> profile() {
        return BuiltinChecks.builtinProfile(
                new Sources(new Machine(Path.of("/"), new ProcessRunner(scratch))));
    }

    @Test
    void namesEveryKindAndEveryCodeOnce() {
        List<String> ids = new ArrayList<>();
        List<String> codes = new ArrayList<>();
        for (CheckKind kind : kinds()) {
            ids.add(kind.id());
            kind.faults().forEach(fault -> codes.add(fault.code()));
        }
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(codes).doesNotHaveDuplicates().allMatch(BuiltinChecksTest::isACode);
    }

    private static boolean isACode(String code) {
        return code.chars().allMatch(c -> c >= 'a' && c <= 'z' || c == '.' || c == '-');
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void documentsEverySettingInASentence(CheckKind kind) {
        Set<String> names = new HashSet<>();
        for (Setting<?> setting : kind.settings()) {
            assertThat(names.add(setting.name())).as(setting.name()).isTrue();
            assertThat(setting.doc()).endsWith(".");
        }
        assertThat(kind.summary()).endsWith(".");
    }

    @Test
    void takesNodesOutOnlyForTheHardList() {
        List<String> fatal = new ArrayList<>();
        for (CheckKind kind : kinds()) {
            for (Fault fault : kind.faults()) {
                if (fault.severity() == Severity.FATAL || fault.confirmation().isPresent()) {
                    fatal.add(fault.code());
                }
            }
        }
        assertThat(fatal)
                .containsExactlyInAnyOrder(
                        "memory.missing",
                        "memory.errors.uncorrectable",
                        "memory.errors.module-missing",
                        "cpu.missing",
                        "root.read-only",
                        "mount.missing",
                        "mount.not-answering",
                        "mount.read-only",
                        "mount.went-read-only",
                        "kernel.memory.uncorrected",
                        "kernel.aer.fatal-gpu",
                        "pcie.gpu-lost",
                        "pcie.errors.fatal",
                        "ib.port.down",
                        "ib.port.missing",
                        "gpu.driver.hung",
                        "gpu.missing",
                        "gpu.lost",
                        "gpu.ecc.uncorrectable",
                        "gpu.row-remap.failed",
                        "bmc.event.memory-ue");
    }

    @Test
    void runsWithoutAConfigurationUnderDifferentNames() {
        assertThat(profile())
                .extracting(CheckInstance::name)
                .doesNotHaveDuplicates()
                .contains("memory.size", "disk.space /", "gpu.count");
        assertThat(profile()).allMatch(check -> check.settings().equals(CheckSettings.BUILT_IN));
    }

    @Test
    void asksTheDriverOnceForAllChecksOfGpus() {
        Set<Object> sources = new HashSet<>();
        for (CheckInstance<?> check : profile()) {
            if (check.name().startsWith("gpu.")) {
                sources.add(check.source());
            }
        }
        assertThat(sources).hasSize(2); // the list, and the row remappers
    }

    @Test
    void looksAtThisMachineWithoutAnyHelp() throws Exception {
        List<String> passed = new ArrayList<>();
        for (CheckInstance<?> check : profile()) {
            look(check)
                    .filter(examination -> examination.findings().isEmpty())
                    .ifPresent(examination -> passed.add(check.name()));
        }
        assertThat(passed).contains("memory.size", "cpu.count");
    }

    private static <T extends Observation> Optional<Examination> look(CheckInstance<T> check)
            throws Exception {
        Reading<T> reading = check.source().read(Deadline.in(Duration.ofSeconds(30)));
        return reading instanceof Reading.Present<T> present
                ? Optional.of(check.check().examine(present.value()))
                : Optional.empty();
    }
}
