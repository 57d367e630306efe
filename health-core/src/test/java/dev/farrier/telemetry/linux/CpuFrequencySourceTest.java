package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CpuFrequencySourceTest {
    @TempDir Path root;

    private void write(String name, String text) throws IOException {
        Path file = root.resolve("sys/devices/system/cpu").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private void policy(int number, String cpus, String most) throws IOException {
        String folder = "cpufreq/policy" + number + "/";
        write(folder + "affected_cpus", cpus);
        write(folder + "scaling_governor", "performance");
        write(folder + "scaling_max_freq", most);
        write(folder + "cpuinfo_max_freq", "3500000");
    }

    private Reading<CpuFrequency> read() throws IOException {
        return new CpuFrequencySource(new Machine(root, new FakeCommandRunner()))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private CpuFrequency present() throws IOException {
        return ((Reading.Present<CpuFrequency>) read()).value();
    }

    @Test
    void readsEachPolicy() throws IOException {
        policy(0, "0 1 2", "2000000");
        assertThat(present().policies())
                .containsExactly(
                        new CpuFrequency.Policy(
                                CpuSet.parse("", "0-2\n"), "performance", 2_000_000, 3_500_000));
        assertThat(present().boost()).isEmpty();
    }

    @Test
    void leavesOutAPolicyWhoseCpusAreAllOff() throws IOException {
        policy(0, "0", "3500000");
        policy(1, "", "3500000");
        Files.delete(root.resolve("sys/devices/system/cpu/cpufreq/policy1/scaling_governor"));
        assertThat(present().policies()).hasSize(1);
    }

    @Test
    void readsBoostOfEitherDriver() throws IOException {
        policy(0, "0", "3500000");
        write("intel_pstate/no_turbo", "1");
        assertThat(present().boost()).isEqualTo(Optional.of(false));
        write("cpufreq/boost", "1");
        assertThat(present().boost()).isEqualTo(Optional.of(true));
        write("cpufreq/boost", "2");
        assertThatIllegalArgumentException().isThrownBy(this::read);
    }

    @Test
    void isNotSupportedWhereTheKernelSetsNoFrequencies() throws IOException {
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
        Files.createDirectories(root.resolve("sys/devices/system/cpu/cpufreq"));
        assertThat(read()).isInstanceOf(Reading.Unsupported.class);
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void guessesNoCpus(String text) {
        if (!text.isEmpty()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CpuFrequencySource.affected(text));
        }
    }
}
