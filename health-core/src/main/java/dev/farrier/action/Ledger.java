package dev.farrier.action;

import dev.farrier.NodeName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Our own drains, oldest first: which node, with which text, since when, and how each ended. Not
 * needed to know that a drain is ours (the text proves that), but to know that a text was edited
 * and that somebody took a drain back.
 *
 * @param rest fields of a newer version, kept as they are
 */
public record Ledger(List<Drain> drains, Map<String, Object> rest) {
    public static final Ledger EMPTY = new Ledger(List.of(), Map.of());

    /** Ended drains that are kept; the oldest go first. */
    private static final int KEPT = 200;

    private static final long SCHEMA = 1;

    /** Who ended a drain of ours. */
    public enum EndedBy {
        OURS("ours"),
        ADMIN("admin"),
        UNKNOWN("unknown");

        private final String word;

        EndedBy(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One drain.
     *
     * @param readBack whether it was seen at the scheduler after it was written
     * @param endedAt empty while it stands
     */
    public record Drain(
            NodeName node,
            String reason,
            List<String> codes,
            Instant at,
            boolean readBack,
            Optional<Instant> endedAt,
            Optional<EndedBy> endedBy,
            Map<String, Object> rest) {
        public Drain {
            codes = List.copyOf(codes);
        }

        public boolean isOpen() {
            return endedAt.isEmpty();
        }

        public boolean isManual() {
            return codes.contains(Reason.MANUAL);
        }
    }

    public Ledger {
        drains = List.copyOf(drains);
    }

    /**
     * The drain of this node that still stands, as far as we know; a person's is not among them.
     */
    public Optional<Drain> open(NodeName node) {
        Drain open = null;
        for (Drain drain : drains) {
            if (drain.node().equals(node) && drain.isOpen() && !drain.isManual()) {
                open = drain;
            }
        }
        return Optional.ofNullable(open);
    }

    public Optional<Drain> last(NodeName node) {
        Drain last = null;
        for (Drain drain : drains) {
            last = drain.node().equals(node) ? drain : last;
        }
        return Optional.ofNullable(last);
    }

    /** With a drain that begins now; an open one of the same node ends with it. */
    public Ledger begun(
            NodeName node, String reason, List<String> codes, Instant at, boolean readBack) {
        List<Drain> next = new ArrayList<>(ended(node, EndedBy.UNKNOWN, at).drains);
        next.add(
                new Drain(
                        node,
                        reason,
                        codes,
                        at,
                        readBack,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of()));
        return new Ledger(next.subList(Math.max(0, next.size() - KEPT), next.size()), rest);
    }

    /** Without the open drain of this node: it did not come about. */
    public Ledger withdrawn(NodeName node) {
        List<Drain> next = new ArrayList<>(drains);
        next.removeIf(drain -> drain.isOpen() && drain.node().equals(node) && !drain.isManual());
        return new Ledger(next, rest);
    }

    /**
     * With the open drain of this node seen at the scheduler, or ({@code false}) about to be
     * written or taken back, so that after a crash nobody takes our own step for an
     * administrator's.
     */
    public Ledger seen(NodeName node, boolean readBack) {
        return mapOpen(
                node,
                open ->
                        new Drain(
                                open.node(),
                                open.reason(),
                                open.codes(),
                                open.at(),
                                readBack,
                                open.endedAt(),
                                open.endedBy(),
                                open.rest()));
    }

    /** With every open drain of this node ended. */
    public Ledger ended(NodeName node, EndedBy by, Instant at) {
        return mapOpen(
                node,
                open ->
                        new Drain(
                                open.node(),
                                open.reason(),
                                open.codes(),
                                open.at(),
                                open.readBack(),
                                Optional.of(at),
                                Optional.of(by),
                                open.rest()));
    }

    /**
     * With the open drain of this node standing for these codes too: all must be gone to end it.
     */
    public Ledger alsoFor(NodeName node, List<String> codes) {
        return mapOpen(
                node,
                open -> {
                    Set<String> all = new LinkedHashSet<>(open.codes());
                    all.addAll(codes);
                    return new Drain(
                            open.node(),
                            open.reason(),
                            new ArrayList<>(all),
                            open.at(),
                            open.readBack(),
                            open.endedAt(),
                            open.endedBy(),
                            open.rest());
                });
    }

    /**
     * Whether the open drain of this node took the place of one with this text that was never seen
     * at the scheduler.
     */
    public boolean superseded(NodeName node, String reason) {
        Optional<Drain> open = open(node);
        if (open.isEmpty() || open.get().reason().equals(reason)) {
            return false;
        }
        for (Drain drain : drains) {
            if (drain.node().equals(node)
                    && drain.reason().equals(reason)
                    && !drain.readBack()
                    && drain.endedBy().equals(Optional.of(EndedBy.UNKNOWN))
                    && drain.endedAt().equals(Optional.of(open.get().at()))) {
                return true;
            }
        }
        return false;
    }

    private Ledger mapOpen(NodeName node, java.util.function.UnaryOperator<Drain> change) {
        List<Drain> next = new ArrayList<>(drains.size());
        for (Drain drain : drains) {
            boolean open = drain.isOpen() && drain.node().equals(node);
            next.add(open ? change.apply(drain) : drain);
        }
        return new Ledger(next, rest);
    }

    /** The ledger as it lies in {@code ledger.json}. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>(rest);
        json.put("schema", SCHEMA);
        List<Object> list = new ArrayList<>();
        for (Drain drain : drains) {
            Map<String, Object> entry = new LinkedHashMap<>(drain.rest());
            entry.put("node", drain.node().value());
            entry.put("reason", drain.reason());
            entry.put("sum", Reason.sumOf(drain.reason()));
            entry.put("codes", drain.codes());
            entry.put("at", drain.at().toString());
            entry.put("readBack", drain.readBack());
            entry.put("endedAt", drain.endedAt().map(Instant::toString).orElse(null));
            entry.put("endedBy", drain.endedBy().map(EndedBy::word).orElse(null));
            list.add(entry);
        }
        json.put("drains", list);
        return json;
    }

    /**
     * @throws IllegalArgumentException when this is no ledger
     */
    public static Ledger fromJson(Map<String, Object> json) {
        Map<String, Object> rest = new LinkedHashMap<>(json);
        rest.remove("schema");
        Object list = rest.remove("drains");
        List<Drain> drains = new ArrayList<>();
        if (list instanceof List<?> entries) {
            for (Object entry : entries) {
                drains.add(drain(entry));
            }
        } else if (list != null) {
            throw new IllegalArgumentException("'drains' is not a list");
        }
        return new Ledger(drains, rest);
    }

    private static Drain drain(Object entry) {
        if (!(entry instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException("an entry of 'drains' is not an object");
        }
        Map<String, Object> rest = new LinkedHashMap<>();
        fields.forEach((key, value) -> rest.put(String.valueOf(key), value));
        NodeName node = new NodeName(text(rest.remove("node"), "node"));
        String reason = text(rest.remove("reason"), "reason");
        rest.remove("sum");
        List<String> codes = new ArrayList<>();
        if (rest.remove("codes") instanceof List<?> list) {
            list.forEach(code -> codes.add(String.valueOf(code)));
        }
        Instant at = instant(rest.remove("at"));
        boolean readBack = Boolean.TRUE.equals(rest.remove("readBack"));
        Object endedAt = rest.remove("endedAt");
        Object endedBy = rest.remove("endedBy");
        return new Drain(
                node,
                reason,
                codes,
                at,
                readBack,
                endedAt == null ? Optional.empty() : Optional.of(instant(endedAt)),
                endedBy == null ? Optional.empty() : Optional.of(endedBy(endedBy)),
                rest);
    }

    private static EndedBy endedBy(Object word) {
        for (EndedBy by : EndedBy.values()) {
            if (by.word().equals(word)) {
                return by;
            }
        }
        return EndedBy.UNKNOWN;
    }

    private static String text(@Nullable Object value, String field) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("an entry of 'drains' has no text '" + field + "'");
    }

    private static Instant instant(@Nullable Object value) {
        try {
            return Instant.parse(text(value, "at"));
        } catch (java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException("not a time: " + value, e);
        }
    }
}
