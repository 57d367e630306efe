package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory errors: what the EDAC drivers count, and pages that the kernel took out of use.
 *
 * <p>Only {@code EDAC MC0: 1 CE … on <label> (…)} is an error; what these drivers say when they
 * start looks alike.
 */
final class MemoryErrorLines implements LineReader {
    static final String CORRECTED = "memory.corrected";
    static final String CORRECTED_MANY = "memory.corrected-many";
    static final String UNCORRECTED = "memory.uncorrected";

    /** Of one line; a counter of the processor ends at 32,767. */
    private static final long MANY = 1_000;

    private static final String POISONED = "Memory failure: 0x";

    private final List<KernelEvent> events = new ArrayList<>();

    @Override
    public boolean take(KernelRecord record) {
        if (record.text().startsWith("EDAC ")) {
            takeEdac(record);
            return true;
        }
        if (record.text().startsWith(POISONED)) {
            takePoisoned(record);
            return true;
        }
        return false;
    }

    private void takeEdac(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        line.need("EDAC MC");
        long controller = line.number();
        line.need(": ");
        long count = line.number();
        line.need(" ");
        boolean uncorrected = line.skip("UE ");
        boolean corrected = line.skip("CE ");
        String error = line.skip("on ") ? "" : line.before(" on ");
        String label = line.before(" (");
        String details = line.rest();
        if (line.hasFailed()
                || uncorrected == corrected
                || !details.endsWith(")")
                || !isOfDriver(error)) {
            return;
        }
        boolean overflow = details.contains(" OVERFLOW ");
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mc", controller);
        fields.put("kind", uncorrected ? "ue" : "ce");
        fields.put("count", count);
        fields.put("overflow", overflow);
        fields.put("label", label);
        String kind =
                uncorrected ? UNCORRECTED : overflow || count >= MANY ? CORRECTED_MANY : CORRECTED;
        String message =
                count
                        + (overflow ? " and more" : "")
                        + (uncorrected ? " uncorrected " : " corrected ")
                        + (error.isEmpty() ? "memory error" : error)
                        + " on "
                        + label;
        events.add(
                KernelEvent.of(
                        record, "edac", kind, "mc" + controller + " " + label, message, fields));
    }

    /**
     * The kernel begins the line of a crash with the process's name, which its user chooses: {@code
     * EDAC MC0: 1 UE [4711]: segfault at 0 … likely on CPU 3 (core 3, socket 0)}. A name has 15
     * characters at most, so what the kernel says itself begins here.
     */
    private static boolean isOfDriver(String error) {
        return error.isEmpty() || Character.isLetterOrDigit(error.charAt(0));
    }

    /** {@code Memory failure: 0x7740c0: recovery action for dirty page: Recovered}. */
    private void takePoisoned(KernelRecord record) {
        Cursor line = new Cursor(record.text());
        line.need(POISONED);
        String page = line.before(": recovery action for ");
        String use = line.beforeLast(": ");
        String outcome = line.name();
        if (!line.atEnd() || !isHex(page)) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("page", "0x" + page);
        fields.put("recovered", outcome.equals("Recovered"));
        events.add(
                KernelEvent.of(
                        record,
                        "memory-failure",
                        UNCORRECTED,
                        "page 0x" + page,
                        "page 0x" + page + " (" + use + ") is broken: " + outcome,
                        fields));
    }

    private static boolean isHex(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    @Override
    public List<KernelEvent> events() {
        return events;
    }
}
