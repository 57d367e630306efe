package dev.farrier.check.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.FieldCase;
import dev.farrier.Severity;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Examination;
import dev.farrier.check.Finding;
import dev.farrier.check.Sources;
import dev.farrier.config.Settings;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.kernel.KernelEvent;
import dev.farrier.telemetry.kernel.KernelFact;
import dev.farrier.telemetry.kernel.KernelLines;
import dev.farrier.telemetry.kernel.KernelLog;
import dev.farrier.telemetry.kernel.LogText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelChecksTest {
    private static final double DAY = 86_400;

    private static List<Finding> judge(double uptime, KernelFact... facts) {
        Sources sources = new Sources(new Machine(Path.of("/none"), new FakeCommandRunner()));
        List<Finding> findings = new ArrayList<>();
        for (CheckKind kind : KernelChecks.all()) {
            KernelLogCheck check =
                    (KernelLogCheck) kind.maker().make(Settings.EMPTY, sources).check();
            Examination examination = check.examine(new KernelLog(uptime, List.of(facts)));
            findings.addAll(examination.findings());
        }
        return findings;
    }

    private static KernelFact fact(String kind, boolean over, Double... times) {
        return new KernelFact(kind, "x", times.length, times[0], List.of(times), over, "something");
    }

    private static Finding only(double uptime, KernelFact fact) {
        List<Finding> findings = judge(uptime, fact);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void findsNothingWhereTheKernelSaysNothing() {
        assertThat(judge(DAY)).isEmpty();
    }

    @Test
    void takesANodeOutForAMemoryErrorAndAFatalErrorOfAGpuOnly() {
        List<String> fatal = new ArrayList<>();
        for (CheckKind kind : KernelChecks.all()) {
            kind.faults().stream()
                    .filter(fault -> fault.severity() == Severity.FATAL)
                    .forEach(fault -> fatal.add(fault.code()));
        }
        assertThat(fatal).containsExactly("kernel.memory.uncorrected", "kernel.aer.fatal-gpu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory.uncorrected", "aer.fatal-gpu", "aer.fatal", "nvme.lost"})
    void tellsWhatDoesNotMendItselfUntilTheNodeBootsAgain(String kind) {
        assertThat(judge(40 * DAY, fact(kind, false, 500.0))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"task.hung", "cpu.stall", "oom.node", "disk.io-error", "log.lost"})
    void tellsWhatMayMendItselfForAWhile(String kind) {
        assertThat(judge(1_100, fact(kind, false, 500.0))).hasSize(1);
        assertThat(judge(500 + 2 * DAY, fact(kind, false, 500.0))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "oom.job, INFO",
        "oom.node, WARNING",
        "task.hung, WARNING",
        "task.hung-in-gpu-driver, DEGRADED",
        "disk.io-error-image, INFO",
        "file-system.error-image, INFO",
        "cpu.stall, WARNING",
        "thermal.throttled, WARNING",
        "aer.corrected, INFO",
        "memory.corrected, INFO"
    })
    void blamesNoNodeForItsJobs(String kind, Severity severity) {
        assertThat(only(1_000, fact(kind, false, 900.0)).severity()).isEqualTo(severity);
    }

    @Test
    void saysWhatIsOverAndWhatIsNot() {
        assertThat(only(1_000, fact("nfs.not-responding", false, 900.0)).code())
                .isEqualTo("kernel.nfs.not-responding");
        assertThat(only(1_000, fact("nfs.not-responding", true, 900.0)).severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void warnsOfALinkThatKeepsGoingDown() {
        assertThat(only(1_000, fact("link.down", true, 500.0)).severity()).isEqualTo(Severity.INFO);
        assertThat(only(1_000, fact("link.down", true, 500.0, 600.0, 700.0)).code())
                .isEqualTo("kernel.link.flapping");
        assertThat(only(9_000, fact("link.down", true, 500.0, 600.0, 8_900.0)).severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void warnsOfNoPortThatNobodyUses() {
        assertThat(only(1_000, fact("link.down", false, 9.0)).severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void saysHowOftenAndWhen() {
        KernelFact fact =
                new KernelFact("oom.node", "", 7, 100, List.of(700.0), false, "no memory");
        Finding finding = only(1_000, fact);
        assertThat(finding.value()).isEqualTo("7 times, last 5 min ago");
        assertThat(finding.message()).isEqualTo("no memory (7 times, last 5 min ago)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kmsg-aer-01", "kmsg-mlx5-01", "kmsg-edac-01", "kmsg-hung-01"})
    void judgesEventsFromTheField(String id) {
        FieldCase field = new FieldCase(id);
        for (Object each : (List<?>) FieldCase.member(field.expect(), "events")) {
            Map<?, ?> wanted = (Map<?, ?>) each;
            String word = (String) FieldCase.member(wanted, "severity");
            if ("ue".equals(wanted.get("kind"))) {
                word = "fatal"; // the policy's hard list; the case leaves its effect open
            }
            KernelEvent event = eventOfLine(field, (Long) FieldCase.member(wanted, "line"));
            assertThat(KernelChecks.severity(event).word()).as(event.message()).isEqualTo(word);
        }
    }

    private static KernelEvent eventOfLine(FieldCase field, long line) {
        for (KernelEvent event :
                KernelLines.events(LogText.parse(field.text("dmesg.txt")).records())) {
            if (event.first().line() == line) {
                return event;
            }
        }
        throw new AssertionError("no event in line " + line);
    }

    @Test
    void findsNothingInTheLogOfAHealthyBoot() {
        String healthy = FieldCase.resource("linux/dmesg-healthy-boot.txt");
        for (KernelEvent event : KernelLines.events(LogText.parse(healthy).records())) {
            assertThat(KernelChecks.severity(event)).as(event.message()).isEqualTo(Severity.INFO);
        }
    }
}
