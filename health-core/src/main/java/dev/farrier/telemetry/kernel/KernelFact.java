package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel's log of this boot says of one part of the node: all events of one kind and
 * subject.
 *
 * @param count how often it was said
 * @param first seconds since the boot when it was said first
 * @param recent when it was said last, oldest first; at most {@value #MOST_RECENT}, at least one
 * @param over the kernel said that it has ended
 * @param message of the last one; may hold text from the node
 */
public record KernelFact(
        String kind,
        String subject,
        long count,
        double first,
        List<Double> recent,
        boolean over,
        String message) {
    private static final int MOST_RECENT = 8;
    private static final int LONGEST_MESSAGE = 160;

    public KernelFact {
        recent = List.copyOf(recent);
        if (recent.isEmpty()) {
            throw new IllegalArgumentException("a fact without a time");
        }
    }

    static KernelFact of(String kind, String subject, long count, double time, String message) {
        return new KernelFact(kind, subject, count, time, List.of(time), false, cut(message));
    }

    private static String cut(String message) {
        return message.length() > LONGEST_MESSAGE
                ? message.substring(0, LONGEST_MESSAGE) + "…"
                : message;
    }

    /** Seconds since the boot. */
    public double last() {
        return recent.get(recent.size() - 1);
    }

    /** How often it was said after that time; counts no further than {@value #MOST_RECENT}. */
    public int timesAfter(double seconds) {
        int times = 0;
        for (double time : recent) {
            times += time > seconds ? 1 : 0;
        }
        return times;
    }

    KernelFact again(long times, double time, String said) {
        List<Double> next = new ArrayList<>(recent);
        next.add(time);
        return new KernelFact(
                kind,
                subject,
                count + times,
                first,
                next.subList(Math.max(0, next.size() - MOST_RECENT), next.size()),
                false,
                cut(said));
    }

    KernelFact ended() {
        return new KernelFact(kind, subject, count, first, recent, true, message);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", kind);
        json.put("subject", subject);
        json.put("count", count);
        json.put("first", first);
        json.put("recent", recent);
        json.put("over", over);
        json.put("message", message);
        return json;
    }

    /** Empty when it is none. */
    static Optional<KernelFact> fromJson(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> fields)
                || !(fields.get("kind") instanceof String kind)
                || !(fields.get("subject") instanceof String subject)
                || !(fields.get("count") instanceof Long count)
                || !(fields.get("first") instanceof Number first)
                || !(fields.get("message") instanceof String message)
                || !(fields.get("recent") instanceof List<?> times)) {
            return Optional.empty();
        }
        List<Double> recent = new ArrayList<>();
        for (Object time : times) {
            if (time instanceof Number number) {
                recent.add(number.doubleValue());
            }
        }
        boolean over = Boolean.TRUE.equals(fields.get("over"));
        return recent.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new KernelFact(
                                kind, subject, count, first.doubleValue(), recent, over, message));
    }
}
