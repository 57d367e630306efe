package dev.farrier.cluster;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node as {@code scontrol show node -o} shows it. Read apart from the product's own parser, so
 * that a mistake there does not hide itself from the tests.
 *
 * @param base {@code IDLE}, {@code DOWN}, …
 * @param flags {@code DRAIN}, {@code NOT_RESPONDING}, …
 * @param reason may stay behind on a node that is in service (24.11)
 */
public record ShownNode(
        String base,
        Set<String> flags,
        Optional<String> reason,
        Optional<String> reasonBy,
        Optional<Instant> reasonAt) {
    private static final Pattern STATE = Pattern.compile(" State=([A-Z_]+)((?:\\+[A-Z_]+)*) ");
    private static final Pattern REASON =
            Pattern.compile(
                    " Reason=(.*) \\[([^ @\\[\\]]+)@([0-9T:-]+)](?: (?:Comment|Extra)=.*)?$");

    public ShownNode {
        flags = Set.copyOf(flags);
    }

    /** Reads one line; times in it are taken as UTC, which is what the containers run in. */
    static ShownNode parse(String line) {
        Matcher state = STATE.matcher(line);
        if (!state.find()) {
            throw new AssertionError("no State in: " + line);
        }
        Set<String> flags = new TreeSet<>();
        for (String flag : state.group(2).split("\\+", 0)) {
            if (!flag.isEmpty()) {
                flags.add(flag);
            }
        }
        Matcher reason = REASON.matcher(line.stripTrailing());
        boolean given = reason.find();
        return new ShownNode(
                state.group(1),
                flags,
                given ? Optional.of(reason.group(1)) : Optional.empty(),
                given ? Optional.of(reason.group(2)) : Optional.empty(),
                given
                        ? Optional.of(
                                LocalDateTime.parse(reason.group(3)).toInstant(ZoneOffset.UTC))
                        : Optional.empty());
    }

    public boolean isDrained() {
        return flags.contains("DRAIN");
    }

    /**
     * Whether the scheduler has heard of the node; right after a restart of slurmctld it has not.
     */
    public boolean responds() {
        return !base.equals("UNKNOWN") && !flags.contains("NOT_RESPONDING");
    }

    /** Whether the node does nothing and is ready for work. */
    public boolean isIdle() {
        return base.equals("IDLE") && flags.isEmpty();
    }
}
