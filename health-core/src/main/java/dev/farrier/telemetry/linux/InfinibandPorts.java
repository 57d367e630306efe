package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ports of InfiniBand adapters and of Ethernet adapters with RDMA (RoCE). */
public record InfinibandPorts(List<Port> ports) implements Observation {
    public InfinibandPorts {
        ports = List.copyOf(ports);
    }

    /** The logical state of a port. */
    public enum State {
        DOWN,
        /** The link is up, and no subnet manager has set the port up. */
        INIT,
        /** The subnet manager is about to. */
        ARMED,
        ACTIVE,
        /** Active, with a link that just failed and is given time to return. */
        ACTIVE_DEFER,
        UNKNOWN
    }

    /** The physical state of a port. */
    public enum Physical {
        SLEEP,
        POLLING,
        DISABLED,
        TRAINING,
        LINK_UP,
        ERROR_RECOVERY,
        TEST,
        UNKNOWN
    }

    /**
     * A port.
     *
     * @param name adapter and number: {@code mlx5_0:1}
     * @param model type of the adapter and its board; ports of one model can be compared
     * @param ethernet its link layer is Ethernet
     * @param counters by name, without those that nothing is judged by
     * @param unreadable counters that are there and say no number
     * @param addresses the kinds of its addresses (GIDs), for Ethernet; empty when they were not
     *     asked for
     */
    public record Port(
            String name,
            String model,
            boolean ethernet,
            State state,
            Physical physical,
            Rate rate,
            Map<String, Count> counters,
            List<String> unreadable,
            Optional<Addresses> addresses) {
        public Port {
            counters = Map.copyOf(counters);
            unreadable = List.copyOf(unreadable);
        }

        /** By how much a counter grew; empty when it is not known. */
        public Optional<Increase> increase(String counter) {
            Count count = counters.get(counter);
            return count == null ? Optional.empty() : count.increase();
        }

        public boolean isActive() {
            return state == State.ACTIVE || state == State.ACTIVE_DEFER;
        }
    }

    /**
     * How fast a link is: {@code 100 Gb/sec (2X HDR)}.
     *
     * @param gigabits a second; 0 when not known
     * @param width {@code 4X}; empty when not known
     * @param speed {@code HDR}; empty when not known
     */
    public record Rate(double gigabits, String width, String speed) {
        public static final Rate UNKNOWN = new Rate(0, "", "");
    }

    /** What others can reach an Ethernet port by. */
    public enum Addresses {
        NONE,
        /** Derived from the hardware address alone: no router passes it on. */
        LINK_LOCAL,
        ROUTABLE
    }

    /**
     * A counter.
     *
     * @param increase empty when it is not known
     */
    public record Count(long total, Optional<Increase> increase) {}
}
