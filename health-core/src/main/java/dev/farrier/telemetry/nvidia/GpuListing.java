package dev.farrier.telemetry.nvidia;

import dev.farrier.telemetry.Observation;
import java.util.List;

/**
 * What the NVIDIA driver says about its GPUs, and about itself.
 *
 * @param driver whether it could be asked at all; other than {@code READY} the lists are empty
 * @param message what {@code nvidia-smi} said about it; empty when {@code READY}
 * @param gpus those that the driver has a handle for
 * @param lost those that it knows and has no handle for
 * @param hidden PCI addresses of those that whoever runs us may not open
 * @param complete whether every GPU that the driver knows is in one of the lists; {@code
 *     nvidia-smi} of some versions stops at the first lost one
 */
public record GpuListing(
        Driver driver,
        String message,
        List<Gpu> gpus,
        List<LostGpu> lost,
        List<String> hidden,
        boolean complete)
        implements Observation {

    /** A GPU without a handle: its PCI address ({@code ""} if not told) and the driver's words. */
    public record LostGpu(String pciId, String message) {}

    /** What became of asking the driver. */
    public enum Driver {
        READY("ready"),
        NOT_LOADED("driver-not-loaded"),
        /** The library is of another version than the loaded module: upgraded while running. */
        MISMATCH("driver-library-mismatch"),
        NO_DEVICES("no-devices"),
        /** {@code nvidia-smi} survived SIGKILL: it hangs within the driver. */
        HUNG("driver-hang");

        private final String word;

        Driver(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    public GpuListing {
        gpus = List.copyOf(gpus);
        lost = List.copyOf(lost);
        hidden = List.copyOf(hidden);
    }

    static GpuListing without(Driver driver, String message) {
        return new GpuListing(driver, message, List.of(), List.of(), List.of(), true);
    }

    /** How many GPUs the driver knows, whatever their state. */
    public int known() {
        return gpus.size() + lost.size() + hidden.size();
    }
}
