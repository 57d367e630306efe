package dev.farrier.check.fabric;

import dev.farrier.check.Component;
import dev.farrier.check.Sources;
import dev.farrier.telemetry.linux.PcieDevices;
import dev.farrier.telemetry.linux.PcieSource;
import dev.farrier.telemetry.nvidia.GpuLoadSource;
import java.time.Duration;

/** What the checks of PCI Express share. */
final class Pcie {
    private Pcie() {}

    /** One source, read once, where both checks have the same settings. */
    static PcieSource source(String nvidiaSmi, Duration window, Sources sources) {
        return sources.shared(
                PcieSource.class,
                nvidiaSmi + " " + window.toSeconds(),
                machine ->
                        new PcieSource(
                                machine,
                                sources.shared(
                                        GpuLoadSource.class,
                                        nvidiaSmi,
                                        same -> new GpuLoadSource(same, nvidiaSmi)),
                                window));
    }

    static Component component(PcieDevices.Device device) {
        return device.kind() == PcieDevices.Kind.GPU
                ? Component.gpu(device.address())
                : new Component("pci", device.address());
    }

    static String words(PcieDevices.Device device) {
        String kind =
                switch (device.kind()) {
                    case GPU -> "GPU ";
                    case NVME -> "NVMe ";
                    case NETWORK -> "network adapter ";
                    case UNKNOWN, OTHER -> "device ";
                };
        return kind + device.address();
    }
}
