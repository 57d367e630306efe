package dev.farrier.telemetry.kernel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that happened by what the kernel said of it in one record, or in several that belong
 * together.
 *
 * @param first the record that it begins with, {@code last} the one that it ends with
 * @param type the word for it: {@code hung-task}
 * @param kind what it is remembered and judged as: {@code hung-task.driver}
 * @param subject the part of the node that it is about, in a form that lasts
 * @param over nothing new, but the end of what an earlier event of this kind and subject began
 * @param message for a person; may hold text from the node
 * @param fields what it says beyond that, by the words of JSON
 */
public record KernelEvent(
        KernelRecord first,
        KernelRecord last,
        String type,
        String kind,
        String subject,
        boolean over,
        String message,
        Map<String, Object> fields) {
    public KernelEvent {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    static KernelEvent of(
            KernelRecord record,
            String type,
            String kind,
            String subject,
            String message,
            Map<String, Object> fields) {
        return new KernelEvent(record, record, type, kind, subject, false, message, fields);
    }

    KernelEvent withKind(String other) {
        return new KernelEvent(first, last, type, other, subject, over, message, fields);
    }

    KernelEvent asOver() {
        return new KernelEvent(first, last, type, kind, subject, true, message, fields);
    }
}
