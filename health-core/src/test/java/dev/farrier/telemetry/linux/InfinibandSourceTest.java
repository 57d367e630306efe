package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.OddTexts;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.linux.InfinibandPorts.Addresses;
import dev.farrier.telemetry.linux.InfinibandPorts.Port;
import dev.farrier.telemetry.linux.InfinibandPorts.Rate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfinibandSourceTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));
    private static final String PORT = "class/infiniband/mlx5_0/ports/1/";

    @TempDir private Path root = Path.of("");

    private FakeSys tree() {
        return new FakeSys(root, new ProcessRunner(root.resolve("scratch")));
    }

    private static Reading<InfinibandPorts> reading(FakeSys tree, boolean expected)
            throws IOException, InterruptedException {
        return new InfinibandSource(tree.machine(), CounterBook.USUAL_WINDOW, expected).read(SOON);
    }

    private static List<Port> read(FakeSys tree) throws IOException, InterruptedException {
        Reading<InfinibandPorts> reading = reading(tree, false);
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<InfinibandPorts>) reading).value().ports();
    }

    @Test
    void tellsIncreasesFromOneLookToTheNext() throws IOException, InterruptedException {
        FieldCase field = new FieldCase("ib-sysfs-01");
        FakeSys tree = tree().shows(field.folder().resolve("sys")).at(1000);
        assertThat(read(tree).get(0).increase("link_downed")).isEmpty();
        tree.shows(field.folder().resolve("sys-later")).at(1300);
        List<Port> ports = read(tree);
        assertThat(ports)
                .extracting(Port::name)
                .containsExactly("mlx5_0:1", "mlx5_1:1", "mlx5_2:1", "mlx5_3:1");
        assertThat(ports.get(0).increase("symbol_error")).contains(new Increase(2, false, 300));
        assertThat(ports.get(2).increase("link_downed")).contains(new Increase(8, false, 300));
        assertThat(ports.get(2).unreadable()).containsExactly("port_xmit_discards");
        assertThat(ports.get(3).ethernet()).isTrue();
    }

    @Test
    void knowsWhereACounterEnds() throws IOException, InterruptedException {
        FakeSys tree =
                tree().with(PORT + "state", "4: ACTIVE")
                        .with(PORT + "counters/excessive_buffer_overrun_errors", 9)
                        .at(0);
        read(tree);
        tree.at(60).with(PORT + "counters/excessive_buffer_overrun_errors", 15);
        assertThat(read(tree).get(0).increase("excessive_buffer_overrun_errors"))
                .contains(new Increase(6, true, 60));
    }

    @Test
    void doesNotTakeACounterOfAnotherAdapter() throws IOException, InterruptedException {
        FakeSys tree =
                tree().with(PORT + "counters/link_downed", 1)
                        .with("class/infiniband/mlx5_0/node_guid", "a088:c203:0000:0010")
                        .at(0);
        read(tree);
        tree.at(60)
                .with(PORT + "counters/link_downed", 9)
                .with("class/infiniband/mlx5_0/node_guid", "a088:c203:0000:0020");
        assertThat(read(tree).get(0).increase("link_downed")).isEmpty();
    }

    @Test
    void seesByWhatAPortCanBeReached() throws IOException, InterruptedException {
        FakeSys tree =
                tree().with(PORT + "link_layer", "Ethernet")
                        .with(PORT + "gids/0", "0000:0000:0000:0000:0000:0000:0000:0000");
        assertThat(read(tree).get(0).addresses()).contains(Addresses.NONE);
        tree.with(PORT + "gids/0", "fe80:0000:0000:0000:ae1f:6bff:fe00:0001");
        assertThat(read(tree).get(0).addresses()).contains(Addresses.LINK_LOCAL);
        tree.with(PORT + "gids/3", "0000:0000:0000:0000:0000:ffff:c0a8:0a01");
        assertThat(read(tree).get(0).addresses()).contains(Addresses.ROUTABLE);
    }

    @Test
    void understandsRates() {
        assertThat(InfinibandSource.rate("400 Gb/sec (4X NDR)"))
                .isEqualTo(new Rate(400, "4X", "NDR"));
        assertThat(InfinibandSource.rate("2.5 Gb/sec (1X SDR)"))
                .isEqualTo(new Rate(2.5, "1X", "SDR"));
        assertThat(InfinibandSource.rate("0 Gb/sec")).isEqualTo(Rate.UNKNOWN);
        for (String odd : OddTexts.all()) {
            assertThat(InfinibandSource.rate(odd)).isEqualTo(Rate.UNKNOWN);
        }
    }

    @Test
    void takesOddAnswersForNone() throws IOException, InterruptedException {
        for (String odd : List.of("", "x", "99: NEW", "\0", "4")) {
            FakeSys tree =
                    tree().with(PORT + "state", odd)
                            .with(PORT + "phys_state", odd)
                            .with(PORT + "rate", odd);
            Port port = read(tree).get(0);
            assertThat(port.state()).isEqualTo(InfinibandPorts.State.UNKNOWN);
            assertThat(port.physical()).isEqualTo(InfinibandPorts.Physical.UNKNOWN);
            assertThat(port.rate()).isEqualTo(Rate.UNKNOWN);
        }
    }

    @Test
    void takesNoAdapterForAFactOnlyWhereOneIsExpected() throws IOException, InterruptedException {
        assertThat(reading(tree(), false)).isInstanceOf(Reading.Unsupported.class);
        assertThat(reading(tree(), true)).isInstanceOf(Reading.Failed.class); // no /sys at all
        assertThat(reading(tree().with("class/net/lo/mtu", 65536), true))
                .isEqualTo(new Reading.Present<>(new InfinibandPorts(List.of())));
    }
}
