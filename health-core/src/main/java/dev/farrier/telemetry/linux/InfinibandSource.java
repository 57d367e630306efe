package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Reads the ports below {@code /sys/class/infiniband}, in a child: the adapter's firmware answers
 * for most of it, and a firmware that hangs answers after a minute or never.
 */
public final class InfinibandSource implements TelemetrySource<InfinibandPorts> {
    private static final String FOLDER = "/class/infiniband";
    private static final int MOST_GIDS = 16; // the first ones are those that are used
    private static final String EMPTY_GID = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final String LINK_LOCAL = "fe80:";
    private static final List<String> OF_PORT =
            List.of("state", "phys_state", "rate", "link_layer");
    private static final List<String> OF_DEVICE = List.of("node_guid", "hca_type", "board_id");

    private final Machine machine;
    private final Duration window;
    private final boolean expected;

    /**
     * @param window over which increases are counted
     * @param expected there must be ports: that there are none is then a fact, not an absence
     */
    public InfinibandSource(Machine machine, Duration window, boolean expected) {
        this.machine = machine;
        this.window = window;
        this.expected = expected;
    }

    @Override
    public String origin() {
        return "/sys" + FOLDER;
    }

    @Override
    public Reading<InfinibandPorts> read(Deadline deadline)
            throws IOException, InterruptedException {
        SysFiles sys = SysFiles.of(machine);
        if (expected && sys.names("/class").isEmpty()) {
            return new Reading.Failed<>("there is no /sys/class to look at");
        }
        List<String> files = new ArrayList<>();
        for (String device : sys.names(FOLDER)) {
            String folder = FOLDER + "/" + device;
            for (String attribute : OF_DEVICE) {
                files.add(folder + "/" + attribute);
            }
            for (String number : SysFiles.numbered("", sys.names(folder + "/ports"))) {
                addPort(folder + "/ports/" + number, files);
            }
        }
        SysFiles answers = new SysChild(machine).read(files, deadline);
        return read(answers, machine.counters(), window, expected);
    }

    private static void addPort(String port, List<String> files) {
        for (String attribute : OF_PORT) {
            files.add(port + "/" + attribute);
        }
        for (String counter : PortCounters.names()) {
            files.add(port + "/counters/" + counter);
        }
        for (int gid = 0; gid < MOST_GIDS; gid++) { // one that is not there is passed over
            files.add(port + "/gids/" + gid);
        }
    }

    /** The same of any tree. */
    public static Reading<InfinibandPorts> read(
            SysFiles sys, CounterBook book, Duration window, boolean expected) throws IOException {
        List<InfinibandPorts.Port> ports = new ArrayList<>();
        for (String device : new TreeSet<>(sys.names(FOLDER))) {
            String folder = FOLDER + "/" + device;
            for (String number : SysFiles.numbered("", sys.names(folder + "/ports"))) {
                ports.add(port(sys, device, number, book, window));
            }
        }
        return ports.isEmpty() && !expected
                ? new Reading.Unsupported<>("no InfiniBand or RoCE adapter")
                : new Reading.Present<>(new InfinibandPorts(ports));
    }

    private static InfinibandPorts.Port port(
            SysFiles sys, String device, String number, CounterBook book, Duration window)
            throws IOException {
        String name = device + ":" + number;
        String folder = FOLDER + "/" + device;
        String port = folder + "/ports/" + number;
        String guid = sys.text(folder + "/node_guid").orElse("");
        Map<String, InfinibandPorts.Count> counters = new LinkedHashMap<>();
        List<String> unreadable = new ArrayList<>();
        for (String counter : PortCounters.names()) {
            Optional<String> text = sys.text(port + "/counters/" + counter);
            OptionalLong value =
                    text.isPresent() ? SysFiles.number(text.get()) : OptionalLong.empty();
            if (value.isPresent()) {
                counters.put(
                        counter,
                        new InfinibandPorts.Count(
                                value.getAsLong(),
                                book.note(
                                        ("ib " + name + " " + guid).strip(),
                                        counter,
                                        value.getAsLong(),
                                        PortCounters.range(counter),
                                        window)));
            } else if (text.isPresent()) {
                unreadable.add(counter);
            }
        }
        String model =
                sys.text(folder + "/hca_type").orElse("")
                        + " "
                        + sys.text(folder + "/board_id").orElse("");
        return new InfinibandPorts.Port(
                name,
                model,
                isEthernet(sys.text(port + "/link_layer").orElse("")),
                state(sys.text(port + "/state").orElse("")),
                physical(sys.text(port + "/phys_state").orElse("")),
                rate(sys.text(port + "/rate").orElse("")),
                counters,
                unreadable,
                addresses(sys, port + "/gids"));
    }

    static boolean isEthernet(String layer) {
        return layer.equals("Ethernet");
    }

    /** {@code 4: ACTIVE} */
    private static InfinibandPorts.State state(String text) {
        return switch (afterNumber(text)) {
            case "DOWN" -> InfinibandPorts.State.DOWN;
            case "INIT" -> InfinibandPorts.State.INIT;
            case "ARMED" -> InfinibandPorts.State.ARMED;
            case "ACTIVE" -> InfinibandPorts.State.ACTIVE;
            case "ACTIVE_DEFER" -> InfinibandPorts.State.ACTIVE_DEFER;
            default -> InfinibandPorts.State.UNKNOWN;
        };
    }

    /** {@code 5: LinkUp}; the words are also those of {@code ibstat}. */
    static InfinibandPorts.Physical physical(String text) {
        return switch (afterNumber(text)) {
            case "Sleep" -> InfinibandPorts.Physical.SLEEP;
            case "Polling" -> InfinibandPorts.Physical.POLLING;
            case "Disabled" -> InfinibandPorts.Physical.DISABLED;
            case "PortConfigurationTraining" -> InfinibandPorts.Physical.TRAINING;
            case "LinkUp" -> InfinibandPorts.Physical.LINK_UP;
            case "LinkErrorRecovery" -> InfinibandPorts.Physical.ERROR_RECOVERY;
            case "Phy Test" -> InfinibandPorts.Physical.TEST;
            default -> InfinibandPorts.Physical.UNKNOWN;
        };
    }

    private static String afterNumber(String text) {
        int colon = text.indexOf(": ");
        return colon < 0 ? text : text.substring(colon + 2);
    }

    /** {@code 400 Gb/sec (4X NDR)}, {@code 2.5 Gb/sec (1X SDR)} */
    static InfinibandPorts.Rate rate(String text) {
        int unit = text.indexOf(" Gb/sec");
        double gigabits = gigabits(unit < 0 ? "" : text.substring(0, unit));
        int open = text.indexOf('(');
        int close = text.indexOf(')');
        String inside = open >= 0 && close > open ? text.substring(open + 1, close) : "";
        int blank = inside.indexOf(' ');
        return gigabits == 0
                ? InfinibandPorts.Rate.UNKNOWN
                : new InfinibandPorts.Rate(
                        gigabits,
                        blank < 0 ? inside : inside.substring(0, blank),
                        blank < 0 ? "" : inside.substring(blank + 1));
    }

    /** A whole number or one with a point; 0 for everything else. */
    static double gigabits(String text) {
        int point = text.indexOf('.');
        OptionalLong whole = SysFiles.number(point < 0 ? text : text.substring(0, point));
        OptionalLong part =
                point < 0 ? OptionalLong.of(0) : SysFiles.number(text.substring(point + 1));
        boolean rate = whole.isPresent() && part.isPresent() && text.length() <= 9;
        return rate ? Double.parseDouble(text) : 0;
    }

    private static Optional<InfinibandPorts.Addresses> addresses(SysFiles sys, String folder)
            throws IOException {
        List<String> entries = SysFiles.numbered("", sys.names(folder));
        InfinibandPorts.Addresses best = InfinibandPorts.Addresses.NONE;
        for (String entry : entries) {
            String gid = sys.text(folder + "/" + entry).orElse(EMPTY_GID);
            if (!gid.equals(EMPTY_GID) && !gid.isEmpty()) {
                best =
                        gid.startsWith(LINK_LOCAL) && best == InfinibandPorts.Addresses.NONE
                                ? InfinibandPorts.Addresses.LINK_LOCAL
                                : gid.startsWith(LINK_LOCAL)
                                        ? best
                                        : InfinibandPorts.Addresses.ROUTABLE;
            }
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(best);
    }
}
