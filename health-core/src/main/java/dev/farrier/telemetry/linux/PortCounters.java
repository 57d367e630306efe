package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.CounterRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counters of a port that something is judged by, and where each of them ends: they have the
 * widths that the InfiniBand architecture gives them, and stop there.
 */
public final class PortCounters {
    /** Congestion and routing, which are no fault of this port. */
    public static final List<String> IGNORED =
            List.of("port_xmit_wait", "port_rcv_switch_relay_errors");

    private static final Map<String, CounterRange> RANGES = new LinkedHashMap<>();

    static {
        RANGES.put("symbol_error", CounterRange.stopsAfterBits(16));
        RANGES.put("link_error_recovery", CounterRange.stopsAfterBits(8));
        RANGES.put("link_downed", CounterRange.stopsAfterBits(8));
        RANGES.put("port_rcv_errors", CounterRange.stopsAfterBits(16));
        RANGES.put("port_rcv_remote_physical_errors", CounterRange.stopsAfterBits(16));
        RANGES.put("port_rcv_constraint_errors", CounterRange.stopsAfterBits(8));
        RANGES.put("port_xmit_constraint_errors", CounterRange.stopsAfterBits(8));
        RANGES.put("port_xmit_discards", CounterRange.stopsAfterBits(16));
        RANGES.put("local_link_integrity_errors", CounterRange.stopsAfterBits(4));
        RANGES.put("excessive_buffer_overrun_errors", CounterRange.stopsAfterBits(4));
        RANGES.put("VL15_dropped", CounterRange.stopsAfterBits(16));
    }

    private PortCounters() {}

    public static List<String> names() {
        return Collections.unmodifiableList(new ArrayList<>(RANGES.keySet()));
    }

    static CounterRange range(String name) {
        return RANGES.getOrDefault(name, CounterRange.ENDLESS);
    }
}
