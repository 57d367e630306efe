package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.OptionalInt;

/** Network interfaces that somebody asked for. */
public record NetworkInterfaces(List<Interface> interfaces) implements Observation {
    public NetworkInterfaces {
        interfaces = List.copyOf(interfaces);
    }

    /**
     * One of them.
     *
     * @param state {@code up}, {@code down}, … as the kernel says it; empty when there is no such
     *     interface
     * @param carrier it has a link
     * @param megabits a second; empty when the driver does not tell
     * @param duplex {@code full} or {@code half}; empty when the driver does not tell
     * @param members of a bond that carry traffic, by the bond's own watch; empty for others
     */
    public record Interface(
            String name,
            String state,
            boolean carrier,
            OptionalInt megabits,
            String duplex,
            OptionalInt mtu,
            List<String> members) {
        public Interface {
            members = List.copyOf(members);
        }

        static Interface missing(String name) {
            return new Interface(
                    name, "", false, OptionalInt.empty(), "", OptionalInt.empty(), List.of());
        }

        public boolean isMissing() {
            return state.isEmpty();
        }

        /** IPoIB, bridges and tunnels may be {@code unknown} and work. */
        public boolean isUp() {
            return carrier && (state.equals("up") || state.equals("unknown"));
        }
    }
}
