package dev.farrier.policy;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An administrator's stop: Farrier goes on looking, and acts on nothing.
 *
 * @param until empty: until it is ended by hand
 * @param checks names or ids of checks that it is for; none for all
 * @param by who asked, {@code why} in his words
 */
public record Pause(Optional<Instant> until, Set<String> checks, String by, String why) {
    public Pause {
        checks = Set.copyOf(checks);
    }

    public boolean holds(Instant now) {
        return until.isEmpty() || now.isBefore(until.get());
    }

    public boolean isForAll() {
        return checks.isEmpty();
    }

    boolean covers(String checkName, String checkId) {
        return checks.isEmpty() || checks.contains(checkName) || checks.contains(checkId);
    }

    /** In one line, for the journal and for a person. */
    public String describe() {
        return "paused"
                + (checks.isEmpty() ? "" : " for " + String.join(", ", new TreeSet<>(checks)))
                + until.map(end -> " until " + end).orElse("")
                + (by.isEmpty() ? "" : " by " + by)
                + (why.isEmpty() ? "" : ": " + why);
    }

    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", 1L);
        json.put("until", until.map(Instant::toString).orElse(null));
        json.put("checks", List.copyOf(new TreeSet<>(checks)));
        json.put("by", by);
        json.put("why", why);
        return json;
    }

    /** An odd file pauses everything: whoever wrote it wanted a stop. */
    public static Pause fromJson(Map<String, Object> json) {
        Set<String> checks = new TreeSet<>();
        if (json.get("checks") instanceof List<?> list) {
            list.forEach(check -> checks.add(String.valueOf(check)));
        }
        Optional<Instant> until = Optional.empty();
        if (json.get("until") instanceof String text) {
            try {
                until = Optional.of(Instant.parse(text));
            } catch (java.time.format.DateTimeParseException e) {
                until = Optional.empty();
            }
        }
        return new Pause(until, checks, text(json, "by"), text(json, "why"));
    }

    private static String text(Map<String, Object> json, String field) {
        return json.get(field) instanceof String text ? text : "";
    }
}
