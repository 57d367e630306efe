package dev.farrier.run;

import dev.farrier.policy.Hold;
import dev.farrier.policy.Streak;
import dev.farrier.policy.Streaks;
import dev.farrier.telemetry.CounterMarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run leaves to the next, as it lies in {@code state.json}.
 *
 * @param node whose it is; empty while the node's name was not certain
 * @param inspectedBoot the boot in which the scheduler was asked for a drain of ours; empty before
 * @param counters what the node's counters read before
 * @param sources what sources keep for their next look, by their key
 * @param earlier outcomes that stand for a while, and which programs of the site have passed
 * @param rest fields of a newer version, kept as they are
 */
public record NodeMemory(
        String node,
        Streaks streaks,
        String inspectedBoot,
        Map<String, CounterMarks> counters,
        Map<String, Map<String, Object>> sources,
        EarlierLooks earlier,
        Map<String, Object> rest) {
    public static final NodeMemory EMPTY =
            new NodeMemory("", Streaks.NONE, "", Map.of(), Map.of(), EarlierLooks.NONE, Map.of());

    private static final long SCHEMA = 1;

    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>(rest);
        json.put("schema", SCHEMA);
        json.put("node", node);
        json.put("boot", streaks.boot());
        json.put("inspectedBoot", inspectedBoot);
        Map<String, Object> byKey = new LinkedHashMap<>();
        streaks.byKey()
                .forEach(
                        (key, streak) -> {
                            Map<String, Object> entry = new LinkedHashMap<>();
                            entry.put("fails", streak.fails());
                            entry.put("passes", streak.passes());
                            entry.put("passSince", streak.passSince());
                            entry.put("handsOff", streak.handsOff());
                            entry.put("clearedSinceDrain", streak.clearedSinceDrain());
                            byKey.put(key, entry);
                        });
        json.put("streaks", byKey);
        Map<String, Object> holds = new LinkedHashMap<>();
        streaks.holds()
                .forEach(
                        (code, hold) -> {
                            Map<String, Object> entry = new LinkedHashMap<>();
                            entry.put("since", hold.since());
                            entry.put("until", hold.until());
                            entry.put("why", hold.why().name().toLowerCase(Locale.ROOT));
                            holds.put(code, entry);
                        });
        json.put("holds", holds);
        if (!counters.isEmpty()) {
            json.put("counters", countersToJson());
        }
        if (!sources.isEmpty()) {
            json.put("sources", sources);
        }
        earlier.putInto(json);
        return json;
    }

    private Map<String, Object> countersToJson() {
        Map<String, Object> byKey = new LinkedHashMap<>();
        counters.forEach(
                (key, marks) -> {
                    Map<String, Object> entry = new LinkedHashMap<>();
                    entry.put("boot", marks.bootId());
                    put(entry, marks.base());
                    if (marks.recent().uptime() != marks.base().uptime()) {
                        Map<String, Object> recent = new LinkedHashMap<>();
                        put(recent, marks.recent());
                        entry.put("recent", recent);
                    }
                    byKey.put(key, entry);
                });
        return byKey;
    }

    private static void put(Map<String, Object> entry, CounterMarks.Mark mark) {
        entry.put("value", mark.value());
        entry.put("uptime", mark.uptime());
    }

    /**
     * @throws IllegalArgumentException when this is no such state
     */
    public static NodeMemory fromJson(Map<String, Object> json) {
        Map<String, Object> rest = new LinkedHashMap<>(json);
        rest.remove("schema");
        Object node = rest.remove("node");
        Object boot = rest.remove("boot");
        Object inspected = rest.remove("inspectedBoot");
        Object byKey = rest.remove("streaks");
        Map<String, Streak> streaks = new LinkedHashMap<>();
        if (byKey instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> streaks.put(String.valueOf(key), streak(entry)));
        } else if (byKey != null) {
            throw new IllegalArgumentException("'streaks' is not an object");
        }
        Map<String, Hold> holds = new LinkedHashMap<>();
        if (rest.remove("holds") instanceof Map<?, ?> entries) {
            entries.forEach((code, entry) -> holds.put(String.valueOf(code), hold(entry)));
        }
        return new NodeMemory(
                node instanceof String text ? text : "",
                new Streaks(boot instanceof String text ? text : "", streaks, holds),
                inspected instanceof String text ? text : "",
                counters(rest.remove("counters")),
                sources(rest.remove("sources")),
                EarlierLooks.takeFrom(rest),
                rest);
    }

    /** What is of no use is left out: then no increase is known, and everything else stays. */
    private static Map<String, CounterMarks> counters(@Nullable Object byKey) {
        Map<String, CounterMarks> counters = new LinkedHashMap<>();
        if (byKey instanceof Map<?, ?> entries) {
            entries.forEach(
                    (key, entry) -> {
                        if (entry instanceof Map<?, ?> fields
                                && fields.get("boot") instanceof String boot) {
                            CounterMarks.Mark base = mark(fields);
                            CounterMarks.Mark recent =
                                    fields.get("recent") instanceof Map<?, ?> later
                                            ? mark(later)
                                            : base;
                            if (base != null && recent != null) {
                                counters.put(
                                        String.valueOf(key), new CounterMarks(boot, base, recent));
                            }
                        }
                    });
        }
        return counters;
    }

    private static CounterMarks.@Nullable Mark mark(Map<?, ?> fields) {
        return fields.get("value") instanceof Long value
                        && fields.get("uptime") instanceof Number uptime
                ? new CounterMarks.Mark(value, uptime.doubleValue())
                : null;
    }

    private static Map<String, Map<String, Object>> sources(@Nullable Object json) {
        Map<String, Map<String, Object>> sources = new LinkedHashMap<>();
        if (json instanceof Map<?, ?> byKey) {
            byKey.forEach(
                    (key, kept) -> {
                        if (kept instanceof Map<?, ?> members) {
                            Map<String, Object> copy = new LinkedHashMap<>();
                            members.forEach((name, value) -> copy.put(String.valueOf(name), value));
                            sources.put(String.valueOf(key), copy);
                        }
                    });
        }
        return sources;
    }

    private static Hold hold(Object entry) {
        if (entry instanceof Map<?, ?> fields) {
            boolean budget = "budget".equals(fields.get("why"));
            return new Hold(
                    number(fields.get("since")),
                    number(fields.get("until")),
                    budget ? Hold.Why.BUDGET : Hold.Why.INCIDENT);
        }
        throw new IllegalArgumentException("a hold is not an object");
    }

    private static Streak streak(Object entry) {
        if (!(entry instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException("a streak is not an object");
        }
        List<Double> fails = new ArrayList<>();
        if (fields.get("fails") instanceof List<?> list) {
            for (Object fail : list) {
                fails.add(number(fail));
            }
        }
        return new Streak(
                fails,
                (int) number(fields.get("passes")),
                number(fields.get("passSince")),
                Boolean.TRUE.equals(fields.get("handsOff")),
                Boolean.TRUE.equals(fields.get("clearedSinceDrain")));
    }

    private static double number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("not a number in a streak: " + value);
    }
}
