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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSettingSourceTest {
    @TempDir Path root;

    private Reading<KernelSetting> read(String key) throws IOException {
        return new KernelSettingSource(new Machine(root, new FakeCommandRunner()), key)
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @CsvSource({"net.ipv4.tcp_rmem", "net/ipv4/tcp_rmem"})
    void readsTheFileThatTheKeyNames(String key) throws IOException {
        Files.createDirectories(root.resolve("proc/sys/net/ipv4"));
        Files.writeString(root.resolve("proc/sys/net/ipv4/tcp_rmem"), "4096\t131072\t6291456\n");
        assertThat(read(key))
                .isEqualTo(
                        new Reading.Present<>(
                                new KernelSetting(key, Optional.of("4096 131072 6291456"))));
    }

    @Test
    void keepsADotThatIsPartOfAName() throws IOException {
        Files.createDirectories(root.resolve("proc/sys/net/ipv4/conf/eth0.100"));
        Files.writeString(root.resolve("proc/sys/net/ipv4/conf/eth0.100/rp_filter"), "2\n");
        String key = "net/ipv4/conf/eth0.100/rp_filter";
        assertThat(read(key))
                .isEqualTo(new Reading.Present<>(new KernelSetting(key, Optional.of("2"))));
    }

    @Test
    void seesThatTheKernelHasNoSuchSetting() throws IOException {
        Files.createDirectories(root.resolve("proc/sys"));
        assertThat(read("kernel.none"))
                .isEqualTo(
                        new Reading.Present<>(new KernelSetting("kernel.none", Optional.empty())));
    }

    @Test
    void hasFailedWhereNoSettingsCanBeSeen() throws IOException {
        assertThat(read("kernel.none")).isInstanceOf(Reading.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "vm.", "../etc/passwd", "vm/../kernel", "/etc/passwd"})
    void takesNoKeyThatLeavesTheTree(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "60", "60\n70\n", "\0\n", "\uFFFD\n"})
    void refusesWhatIsNoLine(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> KernelSettingSource.parse(text));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void makesAtMostOneLineOfAnything(String text) {
        try {
            assertThat(KernelSettingSource.parse(text)).doesNotContain("\n", "\0");
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("/proc/sys has a value");
        }
    }
}
