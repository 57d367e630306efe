package dev.farrier.telemetry.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.linux.PcieDevices.Device;
import dev.farrier.telemetry.linux.PcieDevices.Kind;
import dev.farrier.telemetry.linux.PcieDevices.Link;
import dev.farrier.telemetry.linux.PcieDevices.State;
import dev.farrier.telemetry.nvidia.GpuLoad;
import dev.farrier.telemetry.nvidia.GpuLoadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcieSourceTest {
    private static final Deadline SOON = Deadline.in(Duration.ofMinutes(1));
    private static final String GPU = "0000:3b:00.0";
    private static final String PORT = "0000:3a:00.0";
    private static final String ROOT_PORT = "0000:00:01.0";
    private static final String ABOVE = "devices/pci0000:00/" + ROOT_PORT + "/" + PORT + "/";
    private static final GpuLoad NONE = new GpuLoad(Map.of());

    @TempDir private Path root = Path.of("");
    private GpuLoad load = NONE;
    private boolean asked;

    private FakeSys tree() {
        return new FakeSys(root, new ProcessRunner(root.resolve("scratch")));
    }

    private final class Loads implements TelemetrySource<GpuLoad> {
        @Override
        public String origin() {
            return "";
        }

        @Override
        public Reading<GpuLoad> read(Deadline deadline) {
            asked = true;
            return new Reading.Present<>(load);
        }
    }

    private PcieDevices read(FakeSys tree) throws IOException, InterruptedException {
        Reading<PcieDevices> reading =
                new PcieSource(tree.machine(), new Loads(), CounterBook.USUAL_WINDOW).read(SOON);
        assertThat(reading).isInstanceOf(Reading.Present.class);
        return ((Reading.Present<PcieDevices>) reading).value();
    }

    /** A GPU below a switch port below a root port. */
    private FakeSys withGpu() throws IOException {
        FakeSys tree = tree();
        String gpu = ABOVE + GPU + "/";
        tree.with(gpu + "class", "0x030200")
                .with(gpu + "vendor", "0x10de")
                .with(gpu + "power/runtime_status", "active")
                .with(gpu + "current_link_speed", "32.0 GT/s PCIe")
                .with(gpu + "current_link_width", 16)
                .with(gpu + "max_link_speed", "32.0 GT/s PCIe")
                .with(gpu + "max_link_width", 16)
                .with(ABOVE + "class", "0x060400")
                .with(ABOVE + "max_link_speed", "16.0 GT/s PCIe")
                .with(ABOVE + "max_link_width", 16)
                .with("devices/pci0000:00/" + ROOT_PORT + "/class", "0x060400");
        Files.createDirectories(tree.path("bus/pci/devices"));
        for (Map.Entry<String, String> device :
                Map.of(
                                GPU, ABOVE + GPU,
                                PORT, ABOVE,
                                ROOT_PORT, "devices/pci0000:00/" + ROOT_PORT)
                        .entrySet()) {
            Files.createSymbolicLink(
                    tree.path("bus/pci/devices/" + device.getKey()), tree.path(device.getValue()));
        }
        return tree;
    }

    private static Device gpu(PcieDevices pcie) {
        assertThat(pcie.devices()).hasSize(1);
        return pcie.devices().get(0);
    }

    @Test
    void limitsALinkByThePortAboveToo() throws IOException, InterruptedException {
        Device gpu = gpu(read(withGpu()));
        assertThat(gpu.kind()).isEqualTo(Kind.GPU);
        assertThat(gpu.link()).isEqualTo(new Link(32, 16));
        assertThat(gpu.best()).isEqualTo(new Link(16, 16));
        assertThat(asked).isFalse();
    }

    @Test
    void asksTheDriverOnlyOfASlowGpu() throws IOException, InterruptedException {
        load = new GpuLoad(Map.of(GPU, new GpuLoad.Load(Optional.of(true), 3)));
        FakeSys tree = withGpu().with(ABOVE + GPU + "/current_link_speed", "2.5 GT/s PCIe");
        Device gpu = gpu(read(tree));
        assertThat(asked).isTrue();
        assertThat(gpu.busy()).contains(true);
        assertThat(gpu.best()).isEqualTo(new Link(8, 16));
    }

    @Test
    void seesErrorsAtAllPortsAboveAGpu() throws IOException, InterruptedException {
        FakeSys tree = withGpu().with(ABOVE + "aer_dev_fatal", "DLP 0\nTOTAL_ERR_FATAL 0").at(100);
        read(tree);
        tree.at(400).with(ABOVE + "aer_dev_fatal", "DLP 1\nTOTAL_ERR_FATAL 1");
        List<PcieDevices.Port> ports = read(tree).ports();
        assertThat(ports).extracting(PcieDevices.Port::address).containsExactly(ROOT_PORT, PORT);
        assertThat(ports).allMatch(PcieDevices.Port::aboveGpu);
        assertThat(ports.get(1).errors().fatal())
                .contains(
                        new PcieDevices.Count(
                                1, "DLP 1", Optional.of(new Increase(1, false, 300))));
    }

    @Test
    void takesADeviceForLostWhenItsConfigurationSpaceIsAllOnes()
            throws IOException, InterruptedException {
        FakeSys tree =
                withGpu()
                        .with(ABOVE + GPU + "/current_link_speed", "Unknown")
                        .with(ABOVE + GPU + "/current_link_width", 63)
                        .with(ABOVE + GPU + "/config", "");
        Files.write(tree.path(ABOVE + GPU + "/config"), new byte[] {-1, -1, -1, -1});
        assertThat(gpu(read(tree)).state()).isEqualTo(State.LOST);
        assertThat(gpu(read(tree)).link().width()).isZero();

        Files.write(tree.path(ABOVE + GPU + "/config"), new byte[] {(byte) 0xde, 0x10, 0, 0});
        assertThat(gpu(read(tree)).state()).isEqualTo(State.ANSWERS);
    }

    @Test
    void doesNotWakeADeviceThatIsAsleep() throws IOException, InterruptedException {
        FakeSys tree =
                withGpu()
                        .with(ABOVE + GPU + "/power/runtime_status", "suspended")
                        .with(ABOVE + GPU + "/current_link_speed", "Unknown")
                        .with(ABOVE + GPU + "/current_link_width", 63)
                        .with(ABOVE + GPU + "/config", "");
        Files.write(tree.path(ABOVE + GPU + "/config"), new byte[] {-1, -1, -1, -1});
        assertThat(gpu(read(tree)).state()).isEqualTo(State.ASLEEP);
    }

    @Test
    void isUnsupportedWhereNothingIsOnPciExpress() throws IOException, InterruptedException {
        Deadline soon = SOON;
        PcieSource source = new PcieSource(tree().machine(), new Loads(), CounterBook.USUAL_WINDOW);
        assertThat(source.read(soon)).isInstanceOf(Reading.Unsupported.class);
        tree().with("bus/pci/devices/0000:00:02.0/class", "0x020000");
        assertThat(source.read(soon)).isInstanceOf(Reading.Unsupported.class);
    }

    @Test
    void readsTheCaseFromTheField() throws IOException, InterruptedException {
        FieldCase field = new FieldCase("sysfs-pcie-01");
        load = GpuLoadSource.parse(field.text("smi.csv"));
        PcieDevices pcie = read(tree().shows(field.folder().resolve("sys")));
        assertThat(pcie.devices())
                .extracting(Device::address)
                .containsExactly(
                        "0000:3b:00.0",
                        "0000:5e:00.0",
                        "0000:86:00.0",
                        "0000:af:00.0",
                        "0000:d8:00.0");
        assertThat(pcie.devices())
                .extracting(Device::state)
                .containsExactly(
                        State.ANSWERS, State.ANSWERS, State.LOST, State.ANSWERS, State.ANSWERS);
        assertThat(pcie.devices().get(3).best()).isEqualTo(new Link(16, 16));
    }
}
