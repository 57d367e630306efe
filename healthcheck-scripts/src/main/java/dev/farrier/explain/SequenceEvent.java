package dev.farrier.explain;

import dev.farrier.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One line of a sequence of events.
 *
 * @param at seconds since the sequence began
 * @param node as the scheduler shows it from then on
 * @param check what came of a check at that time
 * @param rebooted whether the node has just booted
 * @param drainedByUs how many other nodes of the partition we hold drained from then on
 */
record SequenceEvent(
        double at,
        Optional<Node> node,
        Optional<Check> check,
        boolean rebooted,
        Trigger trigger,
        Optional<Integer> drainedByUs) {

    /** The scheduler's view. */
    record Node(String state, Optional<String> reason, Optional<String> user) {}

    /**
     * @param name empty when the result is that of all checks
     * @param result {@code pass}, {@code fail}; everything else means that it could not tell
     */
    record Check(String name, String arg, String result, String why) {
        /** The check under one name: {@code ib-link[mlx5_0]}. */
        String key() {
            return arg.isEmpty() ? name : name + "[" + arg + "]";
        }

        /** Whether the result is that of the check of this name. */
        boolean isAbout(String key) {
            return name.isEmpty() || key.equals(key()) || arg.isEmpty() && bare(key).equals(name);
        }

        static String bare(String key) {
            int bracket = key.indexOf('[');
            return bracket < 0 ? key : key.substring(0, bracket);
        }
    }

    /**
     * @throws IllegalArgumentException when it is no event
     */
    static SequenceEvent of(Map<?, ?> event) {
        if (!(event.get("t") instanceof Number at)) {
            throw new IllegalArgumentException("an event has a time \"t\", in seconds");
        }
        Optional<Node> node =
                event.get("node") instanceof Map<?, ?> shown
                        ? Optional.of(node(shown))
                        : Optional.empty();
        String result = JsonCases.text(event, "check");
        Optional<Check> check =
                result.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Check(
                                        plain(JsonCases.text(event, "name")),
                                        plain(word(event.get("arg"))),
                                        result(result),
                                        JsonCases.text(event, "why")));
        String kind = JsonCases.text(event, "event");
        boolean rebooted =
                kind.equals("reboot")
                        || kind.equals("boot")
                        || Boolean.TRUE.equals(event.get("reboot"))
                        || Boolean.TRUE.equals(event.get("boot"));
        return new SequenceEvent(
                at.doubleValue(),
                node,
                check,
                rebooted,
                trigger(JsonCases.text(event, "trigger")),
                event.get("drained_by_us") instanceof Number drained
                        ? Optional.of(drained.intValue())
                        : Optional.empty());
    }

    private static Node node(Map<?, ?> shown) {
        String reason = JsonCases.text(shown, "reason");
        String user = JsonCases.text(shown, "user");
        return new Node(
                JsonCases.text(shown, "state"),
                reason.isEmpty() ? Optional.empty() : Optional.of(reason),
                reason.isEmpty() ? Optional.empty() : Optional.of(user.isEmpty() ? "root" : user));
    }

    private static String result(String word) {
        return switch (word) {
            case "pass", "fail", "unknown", "timeout" -> word;
            default ->
                    throw new IllegalArgumentException(
                            "'" + word + "' is none of pass, fail, unknown, timeout");
        };
    }

    private static String word(@Nullable Object arg) {
        return arg == null ? "" : String.valueOf(arg);
    }

    private static Trigger trigger(String word) {
        for (Trigger trigger : Trigger.values()) {
            if (trigger.word().equals(word)) {
                return trigger;
            }
        }
        return Trigger.PERIODIC;
    }

    /** A text that can be a fault's code: one word without what separates codes. */
    static String plain(String text) {
        return text.replace('/', '_').replace(' ', '_').replace(',', '_').replace('+', '_');
    }

    /** Those at one time, as one look sees them. */
    static List<List<SequenceEvent>> byTime(List<SequenceEvent> events) {
        List<List<SequenceEvent>> groups = new ArrayList<>();
        for (SequenceEvent event : events) {
            List<SequenceEvent> last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
            if (last != null && last.get(0).at() == event.at()) {
                last.add(event);
            } else {
                groups.add(new ArrayList<>(List.of(event)));
            }
        }
        return groups;
    }
}
