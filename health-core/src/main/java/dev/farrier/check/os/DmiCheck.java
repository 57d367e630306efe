package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.DmiAttributes;
import dev.farrier.telemetry.linux.DmiSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds a machine, board or BIOS that is not one of those that the site has. */
public final class DmiCheck implements Check<DmiAttributes> {
    private static final Fault UNEXPECTED =
            Fault.of("machine.unexpected", Severity.WARNING, Remedy.ESCALATE);

    /** The kernel's name for each setting. */
    private static final Map<Setting<List<String>>, String> ATTRIBUTES = attributes();

    public static final CheckKind KIND =
            new CheckKind(
                    "machine",
                    "Vendor, product, board and BIOS are what the site has; a list allows any of"
                            + " its entries.",
                    List.copyOf(ATTRIBUTES.keySet()),
                    List.of(UNEXPECTED),
                    DmiCheck::make);

    private final Map<String, List<String>> expected;

    /**
     * @param expected by the kernel's name for the attribute
     */
    DmiCheck(Map<String, List<String>> expected) {
        this.expected = new LinkedHashMap<>(expected);
    }

    private static Map<Setting<List<String>>, String> attributes() {
        Map<Setting<List<String>>, String> attributes = new LinkedHashMap<>();
        attributes.put(setting("systemVendor", "Who made the machine."), "sys_vendor");
        attributes.put(setting("productName", "The model of the machine."), "product_name");
        attributes.put(
                setting("productSerial", "Its serial number; only root may read it."),
                "product_serial");
        attributes.put(setting("boardVendor", "Who made the board."), "board_vendor");
        attributes.put(setting("boardName", "The model of the board."), "board_name");
        attributes.put(setting("boardVersion", "The version of the board."), "board_version");
        attributes.put(setting("biosVendor", "Who made the BIOS."), "bios_vendor");
        attributes.put(setting("biosVersion", "The version of the BIOS."), "bios_version");
        attributes.put(setting("biosDate", "The date of the BIOS, MM/DD/YYYY."), "bios_date");
        return attributes;
    }

    private static Setting<List<String>> setting(String name, String doc) {
        return Setting.optional(name, SettingTypes.TEXTS, doc);
    }

    private static CheckKind.Made<DmiAttributes> make(Settings settings, Sources sources) {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        ATTRIBUTES.forEach(
                (setting, name) ->
                        settings.find(setting).ifPresent(any -> expected.put(name, any)));
        if (expected.isEmpty()) {
            throw new IllegalArgumentException("nothing is expected");
        }
        List<String> names = List.copyOf(expected.keySet());
        return new CheckKind.Made<>(
                new DmiCheck(expected),
                sources.shared(
                        DmiSource.class,
                        String.join(" ", names),
                        machine -> new DmiSource(machine, names)));
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(DmiAttributes machine) {
        List<Finding> findings = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        expected.forEach(
                (name, any) -> {
                    String value = machine.values().getOrDefault(name, "");
                    seen.append(seen.isEmpty() ? "" : ", ").append(name).append(' ').append(value);
                    if (!any.contains(value)) {
                        String limit = String.join(" or ", any);
                        String message = name + " is '" + value + "', not " + limit;
                        Component component = new Component("machine", name);
                        findings.add(Finding.of(UNEXPECTED, component, message, value, limit));
                    }
                });
        return new Examination("machine", seen.toString(), "", findings);
    }
}
