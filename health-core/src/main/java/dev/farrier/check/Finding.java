package dev.farrier.check;

import dev.farrier.Severity;

/**
 * One thing wrong with one component: fact and judgement, no decision about the node.
 *
 * @param message one line for a person; may hold text from the node, so it is escaped where it is
 *     shown
 * @param value what was seen, {@code limit} what it was held against; both as text with their unit
 */
public record Finding(
        Fault fault,
        Component component,
        Severity severity,
        String message,
        String value,
        String limit) {

    public static Finding of(
            Fault fault, Component component, String message, String value, String limit) {
        return new Finding(fault, component, fault.severity(), message, value, limit);
    }

    public String code() {
        return fault.code();
    }

    public Finding withSeverity(Severity other) {
        return new Finding(fault, component, other, message, value, limit);
    }
}
