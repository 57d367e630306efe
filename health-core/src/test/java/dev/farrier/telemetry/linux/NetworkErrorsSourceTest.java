package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.Uptime;
import dev.farrier.exec.FakeCommandRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkErrorsSourceTest {
    private static final String CAPTURED = FieldCase.resource("linux/net-dev.txt");
    private static final String HEADER =
            CAPTURED.substring(0, CAPTURED.indexOf('\n', CAPTURED.indexOf('\n') + 1) + 1);

    @TempDir Path root;

    private final CounterBook counters = new CounterBook();

    private Reading<NetworkErrors> read(String table) throws IOException {
        Files.createDirectories(root.resolve("proc/net"));
        Files.writeString(root.resolve("proc/net/dev"), table);
        return new NetworkErrorsSource(new Machine(root, new FakeCommandRunner(), counters))
                .read(Deadline.in(Duration.ofMinutes(1)));
    }

    private void hardware(String name, String changes) throws IOException {
        Files.createDirectories(root.resolve("sys/class/net/" + name + "/device"));
        Files.writeString(
                root.resolve("sys/class/net/" + name + "/carrier_changes"), changes + "\n");
    }

    @Test
    void understandsEveryInterface() {
        assertThat(NetworkErrorsSource.parse(CAPTURED))
                .extracting(NetworkErrorsSource.Totals::name)
                .contains("lo", "eth0", "docker0");
        assertThat(
                        NetworkErrorsSource.parse(
                                HEADER + " ib0:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"))
                .containsExactly(new NetworkErrorsSource.Totals("ib0", 3 + 11, 4 + 12));
    }

    @Test
    void tellsIncreasesOfHardwareOnly() throws IOException {
        hardware("eth0", "2");
        counters.open(new Uptime("boot", 1000), Map.of());
        read(HEADER + "eth0: 0 0 5 0 0 0 0 0 0 0 1 0 0 0 0 0\n");
        counters.open(new Uptime("boot", 1060), counters.marks());
        hardware("eth0", "6");
        Reading<NetworkErrors> reading =
                read(
                        HEADER
                                + "eth0: 0 0 9 7 0 0 0 0 0 0 2 0 0 0 0 0\n"
                                + "veth1: 0 0 9 9 0 0 0 0 0 0 9 9 0 0 0 0\n");
        NetworkErrors network = ((Reading.Present<NetworkErrors>) reading).value();
        assertThat(network.interfaces()).hasSize(1);
        NetworkErrors.Errors eth0 = network.interfaces().get(0);
        assertThat(eth0.errors().orElseThrow().by()).isEqualTo(5);
        assertThat(eth0.drops().orElseThrow().by()).isEqualTo(7);
        assertThat(eth0.carrierChanges().orElseThrow().by()).isEqualTo(4);
    }

    @Test
    void isNotSupportedInAContainer() throws IOException {
        assertThat(read(CAPTURED)).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void refusesEveryCutTable() {
        int header = HEADER.length();
        for (int i = 0; i < CAPTURED.length(); i++) {
            String cut = CAPTURED.substring(0, i);
            if (i < header || !cut.endsWith("\n")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> NetworkErrorsSource.parse(cut));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eth0: 1 2 3\n",
                "eth0: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
                "eth0: 1 2 x 4 5 6 7 8 9 10 11 12 13 14 15 16\n",
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
            })
    void refusesAnOddRow(String row) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkErrorsSource.parse(HEADER + row));
    }

    @ParameterizedTest
    @MethodSource("dev.farrier.OddTexts#all")
    void refusesWhatIsNoTable(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> NetworkErrorsSource.parse(text));
    }
}
