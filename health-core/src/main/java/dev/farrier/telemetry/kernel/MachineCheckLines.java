package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Machine checks: those that the processor reports, and those that the firmware reports first
 * (groups of lines that begin with a number in braces). The tag {@code [Hardware Error]} says
 * nothing about how bad it is.
 */
final class MachineCheckLines implements LineReader {
    static final String LOGGED = "machine-check.logged";
    static final String CORRECTED = "machine-check.corrected";
    static final String UNCORRECTED = "machine-check.uncorrected";
    static final String THROTTLED = "thermal.throttled";

    private static final String TAG = "[Hardware Error]: ";
    private static final String FIRMWARE_SAYS =
            "Hardware error from APEI Generic Hardware Error Source: ";
    private static final String THROTTLE = " temperature";

    /** Bit 61 of a bank's status: the hardware could not correct it. */
    private static final int UNCORRECTED_BIT = 61;

    private final List<KernelEvent> events = new ArrayList<>();
    private @Nullable FirmwareReport open;

    @Override
    public boolean take(KernelRecord record) {
        String text = record.text();
        if (text.startsWith("{")) {
            return takeFirmware(record);
        }
        String said = text.startsWith("mce: ") ? text.substring(5) : text;
        if (said.startsWith(TAG)) {
            takeTagged(record, said.substring(TAG.length()));
            return true;
        }
        return said.startsWith("CPU") && takeTemperature(record, said) || text.startsWith("mce: ");
    }

    private void takeTagged(KernelRecord record, String said) {
        if (said.equals("Machine check events logged")) {
            events.add(
                    KernelEvent.of(
                            record, "machine-check", LOGGED, "", "events were logged", Map.of()));
            return;
        }
        Cursor line = new Cursor(said);
        line.need("CPU ");
        long cpu = line.number();
        line.need(": Machine Check");
        boolean exception = line.skip(" Exception");
        line.need(": ");
        line.name();
        line.need(" Bank ");
        long bank = line.number();
        line.need(": ");
        String status = line.name();
        if (!line.atEnd() || status.length() > 16) {
            return;
        }
        long bits;
        try {
            bits = Long.parseUnsignedLong(status, 16);
        } catch (NumberFormatException e) {
            return;
        }
        boolean uncorrected = exception || (bits >>> UNCORRECTED_BIT & 1) == 1;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cpu", cpu);
        fields.put("bank", bank);
        fields.put("status", "0x" + status);
        fields.put("corrected", !uncorrected);
        events.add(
                KernelEvent.of(
                        record,
                        "machine-check",
                        uncorrected ? UNCORRECTED : CORRECTED,
                        "cpu" + cpu + " bank " + bank,
                        (uncorrected ? "uncorrected" : "corrected")
                                + " machine check, bank "
                                + bank
                                + " status 0x"
                                + status,
                        fields));
    }

    /**
     * {@code CPU4: Core temperature is above threshold, cpu clock is throttled (total events = 7)};
     * before Linux 5.6 without {@code is}.
     */
    private boolean takeTemperature(KernelRecord record, String said) {
        Cursor line = new Cursor(said);
        line.need("CPU");
        long cpu = line.number();
        line.need(": ");
        boolean core = line.skip("Core");
        boolean whole = !core && line.skip("Package");
        line.need(THROTTLE);
        String rest = line.rest();
        if (line.hasFailed() || core == whole) {
            return false;
        }
        boolean over = rest.equals("/speed normal");
        boolean hot =
                rest.startsWith(" above threshold, cpu clock throttled (total events = ")
                        || rest.startsWith(
                                " is above threshold, cpu clock is throttled (total events = ");
        if (over || hot && rest.endsWith(")")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("cpu", cpu);
            fields.put("part", core ? "core" : "package");
            fields.put("state", over ? "normal" : "throttled");
            // One subject for all processors: a hot node says it once for each of them.
            KernelEvent event =
                    KernelEvent.of(
                            record,
                            "thermal",
                            THROTTLED,
                            core ? "cores" : "packages",
                            "CPU "
                                    + cpu
                                    + " was throttled: "
                                    + (core ? "core" : "package")
                                    + " hot",
                            fields);
            events.add(over ? event.asOver() : event);
        }
        return true;
    }

    /** Lines of one report carry its number. */
    private static final class FirmwareReport {
        final KernelRecord first;
        final String tag;
        KernelRecord last;
        String severity = "";
        String section = "";

        FirmwareReport(KernelRecord first, String tag) {
            this.first = first;
            this.last = first;
            this.tag = tag;
        }
    }

    private boolean takeFirmware(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        line.need("{");
        long number = line.number();
        line.need("}").need(TAG);
        if (line.hasFailed()) {
            return false;
        }
        String tag = "{" + number + "}";
        String said = line.rest();
        FirmwareReport report = open;
        if (said.startsWith(FIRMWARE_SAYS)) {
            close();
            open = new FirmwareReport(record, tag);
        } else if (report != null && report.tag.equals(tag)) {
            report.last = record;
            report.severity = after("event severity: ", said, report.severity);
            report.section = after("section_type: ", said.stripLeading(), report.section);
        }
        return true;
    }

    private static String after(String key, String said, String known) {
        return known.isEmpty() && said.startsWith(key) ? said.substring(key.length()) : known;
    }

    private void close() {
        FirmwareReport report = open;
        open = null;
        if (report == null) {
            return;
        }
        boolean memory = report.section.equals("memory error");
        String kind =
                switch (report.severity) {
                    case "corrected", "info" -> memory ? MemoryErrorLines.CORRECTED : CORRECTED;
                    case "recoverable", "fatal" ->
                            memory ? MemoryErrorLines.UNCORRECTED : UNCORRECTED;
                    default -> "";
                };
        if (!kind.isEmpty()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("event", report.severity);
            fields.put("section", report.section);
            events.add(
                    new KernelEvent(
                            report.first,
                            report.last,
                            "firmware-error",
                            kind,
                            report.section.isEmpty() ? "unnamed" : report.section,
                            false,
                            "the firmware reports: " + report.severity + " " + report.section,
                            fields));
        }
    }

    @Override
    public List<KernelEvent> events() {
        close();
        return events;
    }
}
