package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/**
 * The devices on PCI Express that work is done with, and the ports on their way to the processor.
 */
public record PcieDevices(List<Device> devices, List<Port> ports) implements Observation {
    public PcieDevices {
        devices = List.copyOf(devices);
        ports = List.copyOf(ports);
    }

    /** What a device is for, by its class. */
    public enum Kind {
        GPU,
        NVME,
        NETWORK,
        /** Its class is not given. */
        UNKNOWN,
        /** A bridge, an audio function, a display of the board: nothing to judge. */
        OTHER
    }

    /** Whether a device can be asked. */
    public enum State {
        ANSWERS,
        /** Its configuration space reads all ones. */
        LOST,
        /** Suspended while it has nothing to do: its link says nothing. */
        ASLEEP
    }

    /**
     * An endpoint.
     *
     * @param address lower case, {@code 0000:3b:00.0}
     * @param link as it runs now
     * @param best as it could run: what device, port above and driver can all do
     * @param busy whether a GPU is at work; empty when that is not known. The link of an idle one
     *     is slow on purpose
     */
    public record Device(
            String address,
            Kind kind,
            State state,
            Link link,
            Link best,
            Optional<Boolean> busy,
            Errors errors) {}

    /**
     * A port above a device.
     *
     * @param aboveGpu whether a GPU is below it
     */
    public record Port(String address, boolean aboveGpu, Errors errors) {}

    /**
     * A link.
     *
     * @param speed in GT/s; 0 when not known
     * @param width in lanes; 0 when not known
     */
    public record Link(double speed, int width) {
        public static final Link UNKNOWN = new Link(0, 0);

        /** What both can do; what is not known limits nothing. */
        Link and(Link other) {
            return new Link(
                    speed == 0 || other.speed > 0 && other.speed < speed ? other.speed : speed,
                    width == 0 || other.width > 0 && other.width < width ? other.width : width);
        }
    }

    /** The counters of Advanced Error Reporting; empty where the kernel does not keep them. */
    public record Errors(
            Optional<Count> correctable, Optional<Count> nonfatal, Optional<Count> fatal) {
        public static final Errors NONE =
                new Errors(Optional.empty(), Optional.empty(), Optional.empty());

        /** Whether the kernel counts any of them. */
        public boolean areCounted() {
            return correctable.isPresent() || nonfatal.isPresent() || fatal.isPresent();
        }
    }

    /**
     * A counter.
     *
     * @param kinds which errors it counted so far: {@code SDES 1, CmpltTO 1}
     * @param increase empty when it is not known
     */
    public record Count(long total, String kinds, Optional<Increase> increase) {}
}
