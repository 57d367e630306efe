package dev.farrier.telemetry.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code ibstat} prints about the ports, without counters. */
public final class Ibstat {
    private static final String ADAPTER = "CA '";
    private static final String TYPE = "CA type:";
    private static final String PORT = "Port ";
    private static final String STATE = "State:";
    private static final String PHYSICAL = "Physical state:";
    private static final String RATE = "Rate:";
    private static final String GUID = "Port GUID:"; // the last line of old versions
    private static final String LAYER = "Link layer:";
    private static final String INFINIBAND = "InfiniBand";

    private final List<InfinibandPorts.Port> ports = new ArrayList<>();
    private String adapter = "";
    private String type = "";
    private @Nullable String port;
    private @Nullable String state;
    private @Nullable String physical;
    private @Nullable String rate;
    private @Nullable String layer;

    private Ibstat() {}

    /**
     * @throws IllegalArgumentException when it is not what {@code ibstat} prints, or ends within a
     *     port
     */
    public static InfinibandPorts parse(String text) {
        Ibstat parser = new Ibstat();
        int number = 0;
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            number++;
            if (end < 0) {
                throw new IllegalArgumentException("line " + number + " is cut");
            }
            try {
                parser.line(text.substring(start, end).strip());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
            }
            start = end + 1;
        }
        parser.endPort();
        if (parser.adapter.isEmpty()) {
            throw new IllegalArgumentException("there is no adapter (CA '…')");
        }
        return new InfinibandPorts(parser.ports);
    }

    private void line(String line) {
        if (line.startsWith(ADAPTER) && line.endsWith("'") && line.length() > ADAPTER.length()) {
            endPort();
            adapter = line.substring(ADAPTER.length(), line.length() - 1);
            type = "";
        } else if (adapter.isEmpty()) {
            if (!line.isEmpty()) {
                throw new IllegalArgumentException("expected an adapter (CA '…')");
            }
        } else if (line.startsWith(TYPE)) {
            type = after(TYPE, line);
        } else if (line.startsWith(PORT) && line.endsWith(":")) {
            endPort();
            String name = line.substring(PORT.length(), line.length() - 1);
            if (SysFiles.number(name).isEmpty()) {
                throw new IllegalArgumentException("expected the number of a port");
            }
            port = name;
        } else if (port != null) {
            attribute(line);
        }
    }

    private void attribute(String line) {
        if (line.startsWith(STATE)) {
            state = after(STATE, line);
        } else if (line.startsWith(PHYSICAL)) {
            physical = after(PHYSICAL, line);
        } else if (line.startsWith(RATE)) {
            rate = after(RATE, line);
        } else if (line.startsWith(GUID)) {
            layer = INFINIBAND;
        } else if (line.startsWith(LAYER)) {
            layer = after(LAYER, line);
        }
    }

    private static String after(String key, String line) {
        return line.substring(key.length()).strip();
    }

    private void endPort() {
        String number = port;
        if (number == null) {
            return;
        }
        String name = adapter + ":" + number;
        String logical = state;
        String link = physical;
        if (logical == null || link == null || layer == null) {
            throw new IllegalArgumentException("port " + name + " is cut");
        }
        ports.add(
                new InfinibandPorts.Port(
                        name,
                        type,
                        InfinibandSource.isEthernet(layer),
                        state(logical),
                        InfinibandSource.physical(link),
                        rate(rate == null ? "" : rate),
                        Map.of(),
                        List.of(),
                        Optional.empty()));
        port = null;
        state = null;
        physical = null;
        rate = null;
        layer = null;
    }

    private static InfinibandPorts.State state(String word) {
        return switch (word) {
            case "Down" -> InfinibandPorts.State.DOWN;
            case "Initializing" -> InfinibandPorts.State.INIT;
            case "Armed" -> InfinibandPorts.State.ARMED;
            case "Active" -> InfinibandPorts.State.ACTIVE;
            case "ActiveDefer" -> InfinibandPorts.State.ACTIVE_DEFER;
            default -> InfinibandPorts.State.UNKNOWN;
        };
    }

    /** {@code 400}, {@code 40 (FDR10)} */
    private static InfinibandPorts.Rate rate(String text) {
        int blank = text.indexOf(' ');
        double gigabits = InfinibandSource.gigabits(blank < 0 ? text : text.substring(0, blank));
        return gigabits == 0
                ? InfinibandPorts.Rate.UNKNOWN
                : new InfinibandPorts.Rate(gigabits, "", "");
    }
}
