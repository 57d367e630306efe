package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What network drivers say: links that go down and up, cable modules, power, commands that the
 * device refused, a device that stopped answering.
 */
final class LinkLines implements LineReader {
    static final String DOWN = "link.down";
    static final String MODULE = "link.module";
    static final String MODULE_ERROR = "link.module-error";
    static final String POWER = "link.power";
    static final String COMMAND = "link.command";
    static final String DEVICE = "link.device";

    private static final String NIC_LINK = "NIC Link is ";

    private final List<KernelEvent> events = new ArrayList<>();

    @Override
    public boolean take(KernelRecord record) {
        String text = record.text();
        boolean mellanox = text.startsWith("mlx5_core ");
        if (!mellanox && !text.contains(NIC_LINK)) {
            return false;
        }
        Cursor line = new Cursor(text);
        line.name();
        line.need(" ");
        String pci = line.pci();
        String interfaceName = line.skip(" ") ? line.name() : "";
        line.need(": ");
        if (line.hasFailed()) {
            return mellanox;
        }
        if (mellanox) {
            takeMellanox(record, pci, interfaceName, line.rest());
        } else {
            takeOther(record, pci, interfaceName, line.rest());
        }
        return true;
    }

    private void takeMellanox(KernelRecord record, String pci, String interfaceName, String given) {
        switch (given) {
            case "Link down" -> link(record, pci, interfaceName, false);
            case "Link up" -> link(record, pci, interfaceName, true);
            default -> takeDevice(record, pci, withoutFunction(given));
        }
    }

    /** {@code wait_func:964:(pid 112): } comes before what the driver's developers call errors. */
    private static String withoutFunction(String said) {
        Cursor line = new Cursor(said);
        line.name();
        line.need(":");
        line.number();
        line.need(":(pid ");
        line.number();
        line.need("): ");
        return line.hasFailed() ? said : line.rest();
    }

    private void takeDevice(KernelRecord record, String pci, String said) {
        if (said.startsWith("Port module event")) {
            takeModule(record, pci, said);
        } else if (said.startsWith("Detected insufficient power on the PCIe slot (")) {
            takePower(record, pci, said);
        } else if (said.contains("failed, status ") && said.contains(", syndrome (0x")) {
            add(record, "mlx5-cmd-error", COMMAND, pci, "a command was refused: " + said);
        } else if (said.endsWith(" timeout. Will cause a leak of a command resource")
                || said.startsWith("device's health compromised")) {
            add(record, "mlx5-health", DEVICE, pci, "the device does not answer: " + said);
        }
    }

    private void takeModule(KernelRecord record, String pci, String said) {
        Cursor line = new Cursor(said);
        line.need("Port module event");
        boolean error = line.skip("[error]");
        line.need(": module ");
        long module = line.number();
        line.need(", Cable ");
        String state = error ? line.before(", ") : line.rest();
        String reason = error ? line.rest() : "";
        if (line.hasFailed() || error != state.equals("error")) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pci", pci);
        fields.put("module", module);
        fields.put("state", state);
        if (error) {
            fields.put("reason", reason);
        }
        events.add(
                KernelEvent.of(
                        record,
                        "mlx5-module",
                        error ? MODULE_ERROR : MODULE,
                        pci,
                        "module " + module + ": " + (error ? reason : state),
                        fields));
    }

    private void takePower(KernelRecord record, String pci, String said) {
        Cursor line = new Cursor(said);
        line.before("(");
        long watts = line.number();
        line.need("W)");
        if (line.hasFailed()) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pci", pci);
        fields.put("watts", watts);
        String message = "too little power on the PCIe slot: " + watts + " W";
        events.add(KernelEvent.of(record, "mlx5-power", POWER, pci, message, fields));
    }

    private void add(KernelRecord record, String type, String kind, String pci, String message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pci", pci);
        events.add(KernelEvent.of(record, type, kind, pci, message, fields));
    }

    /** {@code NIC Link is Down}, where most other drivers repeat the interface's name. */
    private void takeOther(KernelRecord record, String pci, String interfaceName, String given) {
        int said = given.indexOf(NIC_LINK);
        String before = given.substring(0, said);
        String name =
                interfaceName.isEmpty() && before.endsWith(": ")
                        ? before.substring(0, before.length() - 2)
                        : interfaceName;
        boolean anchored =
                before.isEmpty()
                        || before.equals(name + ": ")
                        || before.endsWith(": " + name + " ");
        String state = new Cursor(given.substring(said + NIC_LINK.length())).name();
        if (!name.isEmpty() && anchored) {
            switch (state) {
                case "Up", "up" -> link(record, pci, name, true);
                case "Down", "down" -> link(record, pci, name, false);
                default -> {}
            }
        }
    }

    private void link(KernelRecord record, String pci, String interfaceName, boolean up) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pci", pci);
        fields.put("netdev", interfaceName);
        fields.put("state", up ? "up" : "down");
        KernelEvent event =
                KernelEvent.of(
                        record,
                        "link",
                        DOWN,
                        pci + (interfaceName.isEmpty() ? "" : " " + interfaceName),
                        "the link went " + (up ? "up" : "down"),
                        fields);
        events.add(up ? event.asOver() : event);
    }

    @Override
    public List<KernelEvent> events() {
        return events;
    }
}
