package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Errors of PCI Express, as ports report them (AER): a line that an error was received, one that
 * names it, its bits, and what became of the devices below. All of that is one event.
 *
 * <p>Two spellings: up to Linux 6.7 {@code Corrected error received: }, from 6.8 on {@code
 * Correctable error message received from }; and {@code AER: } may stand before each line.
 */
final class AerLines implements LineReader {
    static final String CORRECTED = "aer.corrected";
    static final String NON_FATAL = "aer.non-fatal";
    static final String FATAL = "aer.fatal";
    static final String FATAL_RECOVERED = "aer.fatal-recovered";
    static final String FATAL_OF_GPU = "aer.fatal-gpu";

    private static final String BUS_ERROR = "PCIe Bus Error: severity=";

    /** How an error is called where it is received, and where it is named. */
    private enum Level {
        CORRECTED("corrected", "Corrected", "Correctable"),
        NON_FATAL("non-fatal", "Uncorrected (Non-Fatal)", "Uncorrectable (Non-Fatal)"),
        FATAL("fatal", "Uncorrected (Fatal)", "Uncorrectable (Fatal)");

        final String word;
        final String before68;
        final String since68;

        Level(String word, String before68, String since68) {
            this.word = word;
            this.before68 = before68;
            this.since68 = since68;
        }

        static @Nullable Level at(Cursor line) {
            for (Level level : values()) {
                if (line.skip(level.before68) || line.skip(level.since68)) {
                    return level;
                }
            }
            return null;
        }
    }

    private static final class Group {
        final KernelRecord first;
        final String port;
        final Level level;
        final boolean multiple;
        final List<String> bits = new ArrayList<>();
        final Map<String, String> driverByAffected = new LinkedHashMap<>();
        String source;
        String device = "";
        String driver = "";
        KernelRecord last;
        @Nullable Boolean recovered;

        Group(KernelRecord first, String port, Level level, boolean multiple, String source) {
            this.first = first;
            this.last = first;
            this.port = port;
            this.level = level;
            this.multiple = multiple;
            this.source = source;
        }
    }

    private final List<Group> groups = new ArrayList<>();

    @Override
    public boolean take(KernelRecord record) {
        String text = record.text();
        int colon = text.indexOf(": ");
        if (colon < 0 || text.lastIndexOf('.', colon) != colon - 2) {
            return false; // no PCI address there: most lines
        }
        Cursor line = new Cursor(text);
        String driver = line.name();
        line.need(" ");
        String pci = line.pci();
        line.need(": ");
        boolean tagged = line.skip("AER: ");
        if (line.hasFailed()) {
            return false;
        }
        String said = line.rest();
        if (said.startsWith(BUS_ERROR)) {
            named(record, driver, pci, said);
            return true;
        }
        return tagged ? takeTagged(record, driver, pci, said) : detail(record, pci, said);
    }

    private boolean takeTagged(KernelRecord record, String driver, String pci, String said) {
        Cursor line = new Cursor(said);
        boolean multiple = line.skip("Multiple ");
        Level level = Level.at(line);
        if (level != null && (line.skip(" error received: ") || since68(line))) {
            String source = line.skip("id=") ? "" : line.pci();
            groups.add(new Group(record, pci, level, multiple, source));
            return true;
        }
        if (said.startsWith("can't recover")) {
            affected(record, driver, pci);
            return true;
        }
        switch (said.toLowerCase(Locale.ROOT)) {
            case "device recovery successful" -> recovery(record, pci, true);
            case "device recovery failed" -> recovery(record, pci, false);
            default -> detail(record, pci, said);
        }
        return true;
    }

    private static boolean since68(Cursor line) {
        return line.skip(" error message received from ");
    }

    /** {@code PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)}. */
    private void named(KernelRecord record, String driver, String pci, String said) {
        Cursor line = new Cursor(said);
        line.need(BUS_ERROR);
        Level level = Level.at(line);
        line.need(", type=");
        if (level == null || line.hasFailed()) {
            return;
        }
        Group group = null;
        for (Group open : groups) {
            if (open.device.isEmpty() && open.level == level && concerns(open, pci)) {
                group = open;
                break;
            }
        }
        if (group == null) {
            group = new Group(record, pci, level, false, "");
            groups.add(group);
        }
        group.device = pci;
        group.driver = driver;
        group.last = record;
    }

    /** A port that knows no better names itself. */
    private static boolean concerns(Group group, String pci) {
        return group.source.isEmpty() || group.source.equals(pci) || group.port.equals(pci);
    }

    /** {@code [14] CmpltTO (First)}, and the line of numbers before it. */
    private boolean detail(KernelRecord record, String pci, String said) {
        Group group = latestOf(pci);
        if (group == null) {
            return false;
        }
        String stripped = said.strip();
        if (stripped.startsWith("[")) {
            Cursor line = new Cursor(stripped);
            line.need("[");
            while (line.skip(" ")) {}
            line.number();
            line.need("]");
            String name = line.rest();
            int mark = name.indexOf("(First)");
            String bit = (mark < 0 ? name : name.substring(0, mark)).strip();
            if (!line.hasFailed() && !bit.isEmpty()) {
                group.bits.add(bit);
                group.last = record;
                return true;
            }
        } else if (stripped.startsWith("device [") || stripped.startsWith("TLP Header:")) {
            group.last = record;
            return true;
        }
        return false;
    }

    private @Nullable Group latestOf(String pci) {
        for (int i = groups.size() - 1; i >= 0; i--) {
            Group group = groups.get(i);
            if (group.device.equals(pci)) {
                return group;
            }
        }
        return null;
    }

    /** Whose device it is that could not be told: of the latest error that needs a recovery. */
    private @Nullable Group latestUncorrected(String port) {
        Group latest = null;
        for (int i = groups.size() - 1; i >= 0; i--) {
            Group group = groups.get(i);
            if (group.level != Level.CORRECTED && group.recovered == null) {
                if (group.port.equals(port)) {
                    return group;
                }
                latest = latest == null ? group : latest;
            }
        }
        return latest;
    }

    private void affected(KernelRecord record, String driver, String pci) {
        Group group = latestUncorrected("");
        if (group != null) {
            group.driverByAffected.put(pci, driver);
            group.last = record;
        }
    }

    private void recovery(KernelRecord record, String port, boolean recovered) {
        Group group = latestUncorrected(port);
        if (group != null) {
            group.recovered = recovered;
            group.last = record;
        }
    }

    @Override
    public List<KernelEvent> events() {
        List<KernelEvent> events = new ArrayList<>();
        for (Group group : groups) {
            events.add(event(group));
        }
        return events;
    }

    private static KernelEvent event(Group group) {
        List<String> affected = affected(group);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pci", group.port);
        fields.put("aer", group.level.word);
        fields.put("multiple", group.multiple);
        if (!group.source.isEmpty()) {
            fields.put("source", group.source);
        }
        if (!group.device.isEmpty()) {
            fields.put("device", group.device);
        }
        fields.put("bits", List.copyOf(group.bits));
        fields.put("affected", affected);
        Boolean recovered = group.recovered;
        if (recovered != null) {
            fields.put("recovered", recovered);
        }
        String message =
                group.level.word
                        + " PCIe error"
                        + (group.bits.isEmpty() ? "" : " (" + String.join(", ", group.bits) + ")")
                        + (affected.isEmpty()
                                ? ""
                                : ", cannot recover: " + String.join(", ", affected));
        return new KernelEvent(
                group.first,
                group.last,
                "aer",
                kind(group),
                group.device.isEmpty() ? group.port : group.device,
                false,
                message,
                fields);
    }

    private static String kind(Group group) {
        return switch (group.level) {
            case CORRECTED -> CORRECTED;
            case NON_FATAL -> NON_FATAL;
            case FATAL -> {
                if (Boolean.TRUE.equals(group.recovered)) {
                    yield FATAL_RECOVERED;
                }
                boolean gpu = isOfGpu(group.driver);
                for (String driver : group.driverByAffected.values()) {
                    gpu |= isOfGpu(driver);
                }
                yield gpu ? FATAL_OF_GPU : FATAL;
            }
        };
    }

    private static boolean isOfGpu(String driver) {
        return switch (driver) {
            case "nvidia", "amdgpu", "xe", "i915", "habanalabs" -> true;
            default -> false;
        };
    }

    /** The sound function of a GPU is no part of its own. */
    private static List<String> affected(Group group) {
        List<String> affected = new ArrayList<>();
        group.driverByAffected.forEach(
                (pci, driver) -> {
                    if (!isSideFunction(pci, driver, group.driverByAffected)) {
                        affected.add(pci);
                    }
                });
        return affected;
    }

    private static boolean isSideFunction(String pci, String driver, Map<String, String> all) {
        String device = pci.substring(0, pci.indexOf('.'));
        for (Map.Entry<String, String> other : all.entrySet()) {
            if (other.getKey().equals(pci)) {
                return false;
            }
            if (other.getKey().startsWith(device + ".") && !other.getValue().equals(driver)) {
                return true;
            }
        }
        return false;
    }
}
