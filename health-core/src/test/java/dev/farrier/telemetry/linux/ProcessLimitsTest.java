package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessLimitsTest {
    private static final String CAPTURED = FieldCase.resource("linux/limits.txt");
    @TempDir Path root;

    @Test
    void readsBothLimits() {
        assertThat(ProcessLimits.parse(CAPTURED))
                .containsEntry("Max open files", new ProcessLimits.Limit(32768, 32768))
                .containsEntry(
                        "Max locked memory",
                        new ProcessLimits.Limit(Long.MAX_VALUE, Long.MAX_VALUE))
                .containsEntry("Max stack size", new ProcessLimits.Limit(8388608, Long.MAX_VALUE));
    }

    private Reading<ProcessLimits> read(String name) throws Exception {
        Machine machine = new Machine(root, new FakeCommandRunner());
        Optional<RunningProcessesSource> processes =
                name.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new RunningProcessesSource(
                                        machine,
                                        new ProcessListSource(machine),
                                        new ProcessPattern(name, "", "")));
        return new ProcessLimitsSource(machine, name, processes)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @Test
    void looksAtTheFirstProcessOrAtTheOneThatIsNamed() throws Exception {
        for (int pid : new int[] {1, 40, 41}) {
            Path directory = Files.createDirectories(root.resolve("proc/" + pid));
            String name = pid == 1 ? "systemd" : "slurmd";
            Files.writeString(
                    directory.resolve("stat"),
                    pid + " (" + name + ") S 0 0 0 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 700 0 0 0\n");
            Files.writeString(directory.resolve("limits"), CAPTURED);
        }
        assertThat(((Reading.Present<ProcessLimits>) read("")).value().pid()).isEqualTo(1);
        assertThat(((Reading.Present<ProcessLimits>) read("slurmd")).value().pid()).isEqualTo(40);
        assertThat(read("pbs_mom")).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void givesNoHalfLineOfACutTable() {
        for (int i = 0; i < CAPTURED.length(); i++) {
            String cut = CAPTURED.substring(0, i);
            try {
                assertThat(ProcessLimits.parse(CAPTURED))
                        .containsAllEntriesOf(ProcessLimits.parse(cut));
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("/proc/<pid>/limits");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"32769x", "-5", "99999999999999999999"})
    void refusesAnOddLimit(String odd) {
        String text = CAPTURED.replaceFirst("32768 {16}", (odd + " ".repeat(21)).substring(0, 21));
        assertThat(text).isNotEqualTo(CAPTURED);
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessLimits.parse(text));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoTable(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ProcessLimits.parse(text));
    }
}
