package dev.farrier.slurm;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node's base state and the flags on it, in Slurm's own words, upper case. A set: text and JSON
 * name the flags in different orders.
 */
record SlurmState(String base, Set<String> flags) {
    private static final Set<String> BASES =
            Set.of("IDLE", "MIXED", "ALLOCATED", "DOWN", "ERROR", "FUTURE", "UNKNOWN");

    /**
     * The marks that Slurm puts behind a state word instead of a flag: sinfo(1), NODE STATE CODES.
     */
    private static final Map<Character, String> MARKS =
            Map.of(
                    '*', "NOT_RESPONDING",
                    '~', "POWERED_DOWN",
                    '#', "POWERING_UP",
                    '!', "POWER_DOWN",
                    '%', "POWERING_DOWN",
                    '$', "MAINTENANCE",
                    '@', "REBOOT_REQUESTED",
                    '^', "REBOOT_ISSUED",
                    '-', "PLANNED");

    SlurmState {
        flags = Collections.unmodifiableSet(new TreeSet<>(flags));
    }

    /** Of {@code IDLE+DRAIN}, {@code DOWN*+DRAIN}; refuses a word without a known base state. */
    static SlurmState ofWord(String word) {
        Set<String> parts = new TreeSet<>();
        int from = 0;
        while (from <= word.length()) {
            int plus = word.indexOf('+', from);
            int end = plus < 0 ? word.length() : plus;
            parts.add(word.substring(from, end));
            from = end + 1;
        }
        return of(parts);
    }

    /** Of the parts in any order and case; exactly one of them must be a base state. */
    static SlurmState of(Iterable<String> parts) {
        String base = "";
        Set<String> flags = new TreeSet<>();
        for (String part : parts) {
            String plain = withoutMark(part.toUpperCase(Locale.ROOT), flags);
            if (!isWord(plain)) {
                throw new IllegalArgumentException("not a node state: '" + Excerpt.of(part) + "'");
            } else if (!BASES.contains(plain)) {
                flags.add(plain);
            } else if (base.isEmpty()) {
                base = plain;
            } else {
                throw new IllegalArgumentException("two base states: " + base + " and " + plain);
            }
        }
        if (base.isEmpty()) {
            throw new IllegalArgumentException(
                    "no base state among '" + Excerpt.of(String.join("+", parts)) + "'");
        }
        return new SlurmState(base, flags);
    }

    private static String withoutMark(String part, Set<String> flags) {
        if (part.isEmpty()) {
            return part;
        }
        String flag = MARKS.get(part.charAt(part.length() - 1));
        if (flag == null) {
            return part;
        }
        flags.add(flag);
        return part.substring(0, part.length() - 1);
    }

    private static boolean isWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_')) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    boolean has(String flag) {
        return flags.contains(flag);
    }

    /** A mark of Slurm's or of a person's that keeps new work away; DOWN and FAIL are not it. */
    boolean isDrained() {
        return has("DRAIN");
    }

    /** Whether a reason on the node says something about now. */
    boolean isOutOfService() {
        return isDrained() || has("FAIL") || base.equals("DOWN") || base.equals("ERROR");
    }

    /** Why the node must be left as it is whatever its health. */
    Optional<String> onlyObserved() {
        Optional<String> never = neverLifted();
        if (never.isPresent()) {
            return never;
        }
        for (String flag : flags) {
            if (flag.startsWith("POWER")
                    || flag.equals("PLANNED")
                    || flag.equals("NOT_RESPONDING")
                    || flag.equals("INVALID_REG")) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    /** What a resume of ours must not touch: a state that somebody set for reasons of their own. */
    Optional<String> neverLifted() {
        if (!takesWork(base)) {
            return Optional.of(base);
        }
        for (String flag : flags) {
            if (flag.startsWith("REBOOT") || flag.equals("MAINTENANCE") || flag.equals("FAIL")) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    private static boolean takesWork(String base) {
        return base.equals("IDLE") || base.equals("MIXED") || base.equals("ALLOCATED");
    }

    /** Whether Slurm may start work on it now; a powered-down node counts, Slurm wakes it. */
    boolean isSchedulable() {
        if (!base.equals("IDLE") && !base.equals("MIXED")) {
            return false;
        }
        for (String flag : flags) {
            switch (flag) {
                case "DRAIN",
                        "FAIL",
                        "NOT_RESPONDING",
                        "COMPLETING",
                        "MAINTENANCE",
                        "INVALID_REG",
                        "REBOOT_ISSUED",
                        "POWER_DOWN",
                        "POWER_DRAIN",
                        "POWERING_DOWN",
                        "BLOCKED" -> {
                    return false;
                }
                default -> {}
            }
        }
        return true;
    }
}
