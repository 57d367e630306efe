package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;

/** The NVMe drives that the kernel knows. */
public record NvmeControllers(List<Controller> controllers) implements Observation {
    public NvmeControllers {
        controllers = List.copyOf(controllers);
    }

    /**
     * One of them.
     *
     * @param name {@code nvme0}, which may be another one after a reboot
     * @param state {@code live}, {@code dead}, … as the kernel says it
     * @param transport {@code pcie}, or what a remote one is reached by
     */
    public record Controller(
            String name,
            String state,
            String transport,
            String model,
            String serial,
            String firmware) {
        public boolean isLocal() {
            return transport.equals("pcie");
        }
    }
}
