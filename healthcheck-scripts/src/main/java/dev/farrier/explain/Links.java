package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.telemetry.kernel.KernelEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Links over a stretch of the kernel's log: which went down and came back, and how they were at its
 * end. The context may name the ports that are expected, and say how long a node boots.
 */
final class Links {
    private static final String EXPECTED = "expected_ports";
    private static final long USUAL_BOOT_SECONDS = 120;

    private final Map<String, Port> ports = new LinkedHashMap<>();

    private static final class Port {
        private double downSince = Double.NaN;
        private double downSeconds;
        private int flaps;
        private boolean up;
        private boolean seenDown;
    }

    private Links() {}

    static Links of(List<KernelEvent> events, Context context) {
        Links links = new Links();
        for (KernelEvent event : events) {
            if (event.type().equals("link")) {
                links.add(event, isWhileBooting(event, context));
            }
        }
        return links;
    }

    private void add(KernelEvent event, boolean booting) {
        String pci = String.valueOf(event.fields().get("pci"));
        Port port = ports.computeIfAbsent(pci, name -> new Port());
        double time = event.first().seconds();
        port.up = event.over();
        if (!event.over()) {
            port.seenDown = !booting;
            port.downSince = time;
        } else if (port.seenDown) {
            port.flaps++;
            port.downSeconds += time - port.downSince;
            port.seenDown = false;
        }
    }

    void addTo(Map<String, Object> members) {
        List<Object> flaps = new ArrayList<>();
        Map<String, Object> states = new LinkedHashMap<>();
        ports.forEach(
                (pci, port) -> {
                    states.put(pci, port.up ? "up" : "down");
                    if (port.flaps > 0) {
                        Map<String, Object> flap = new LinkedHashMap<>();
                        flap.put("pci", pci);
                        flap.put("count", port.flaps);
                        if (!Double.isNaN(port.downSeconds)) {
                            flap.put("down_s", Math.round(port.downSeconds * 1e6) / 1e6);
                        }
                        flaps.add(flap);
                    }
                });
        members.put("flaps", flaps);
        members.put("final_state", states);
    }

    /**
     * A port that nobody expects is no trouble when it is down; an expected one without a cable is.
     */
    static Severity severity(KernelEvent event, Severity usual, Context context) {
        boolean down = event.type().equals("link") && !event.over();
        boolean unplugged = "unplugged".equals(event.fields().get("state"));
        if (!down && !unplugged || !(context.members().get(EXPECTED) instanceof List<?> expected)) {
            return down && isWhileBooting(event, context) ? Severity.INFO : usual;
        }
        boolean wanted = expected.contains(event.fields().get("pci"));
        if (down) {
            return wanted && !isWhileBooting(event, context) ? usual : Severity.INFO;
        }
        return wanted ? Severity.WARNING : usual;
    }

    private static boolean isWhileBooting(KernelEvent event, Context context) {
        OptionalLong boot = context.number("boot_phase_s");
        return event.first().seconds() < boot.orElse(USUAL_BOOT_SECONDS);
    }
}
