package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads {@code /sys/class/net} for some interfaces. In a child: for speed and duplex the kernel
 * waits until no driver holds its lock for network devices.
 */
public final class NetworkInterfacesSource implements TelemetrySource<NetworkInterfaces> {
    private static final String CLASS = "/sys/class/net/";
    private static final List<String> STATES =
            List.of("unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up");
    private static final int LONGEST_NUMBER = 9;

    private final Machine machine;
    private final List<String> names;
    private final List<String> members;

    /**
     * @param members of a bond, to be looked at too
     */
    public NetworkInterfacesSource(Machine machine, List<String> names, List<String> members) {
        this.machine = machine;
        this.names = List.copyOf(names);
        this.members = List.copyOf(members);
    }

    @Override
    public String origin() {
        return CLASS + String.join(" ", names);
    }

    @Override
    public Reading<NetworkInterfaces> read(Deadline deadline)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(machine.file(CLASS))) {
            return new Reading.Failed<>("there is no " + CLASS);
        }
        Map<String, String> values = Attributes.read(machine, paths(), deadline);
        List<NetworkInterfaces.Interface> interfaces = new ArrayList<>();
        for (String name : names) {
            interfaces.add(
                    Files.exists(machine.file(CLASS + name))
                            ? understand(name, members, values)
                            : NetworkInterfaces.Interface.missing(name));
        }
        return new Reading.Present<>(new NetworkInterfaces(interfaces));
    }

    private List<String> paths() {
        List<String> paths = new ArrayList<>();
        for (String name : names) {
            for (String attribute : List.of("operstate", "carrier", "speed", "duplex", "mtu")) {
                paths.add(CLASS + name + "/" + attribute);
            }
            if (!members.isEmpty()) {
                paths.add(CLASS + name + "/bonding/slaves");
            }
        }
        for (String member : members) {
            paths.add(CLASS + member + "/bonding_slave/mii_status");
        }
        return paths;
    }

    /**
     * @param values of its attributes by path, as far as they could be read: the kernel refuses
     *     carrier, speed and duplex of an interface that is switched off
     * @throws IllegalArgumentException when one of them is something else than it can be
     */
    static NetworkInterfaces.Interface understand(
            String name, List<String> members, Map<String, String> values) {
        String folder = CLASS + name + "/";
        String state = values.getOrDefault(folder + "operstate", "");
        if (!STATES.contains(state)) {
            throw new IllegalArgumentException(folder + "operstate says '" + state + "'");
        }
        String carrier = values.getOrDefault(folder + "carrier", "0");
        if (!carrier.equals("0") && !carrier.equals("1")) {
            throw new IllegalArgumentException(folder + "carrier says '" + carrier + "'");
        }
        String duplex = values.getOrDefault(folder + "duplex", "unknown");
        return new NetworkInterfaces.Interface(
                name,
                state,
                carrier.equals("1"),
                number(folder + "speed", values),
                duplex.equals("full") || duplex.equals("half") ? duplex : "",
                number(folder + "mtu", values),
                inUse(name, members, values));
    }

    /** Those of the members that the bond has and whose link it sees. */
    private static List<String> inUse(
            String bond, List<String> members, Map<String, String> values) {
        List<String> inUse = new ArrayList<>();
        String slaves = " " + values.getOrDefault(CLASS + bond + "/bonding/slaves", "") + " ";
        for (String member : members) {
            String status = values.getOrDefault(CLASS + member + "/bonding_slave/mii_status", "");
            if (slaves.contains(" " + member + " ") && status.equals("up")) {
                inUse.add(member);
            }
        }
        return inUse;
    }

    /** Empty when it is not there, and for -1 and all ones, by which drivers say "unknown". */
    private static OptionalInt number(String path, Map<String, String> values) {
        String text = values.get(path);
        if (text == null || text.equals("-1") || text.equals("4294967295")) {
            return OptionalInt.empty();
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw new IllegalArgumentException(path + " is no number");
            }
        }
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            throw new IllegalArgumentException(path + " is no number");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }
}
