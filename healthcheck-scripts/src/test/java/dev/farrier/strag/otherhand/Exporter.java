package dev.farrier.strag.otherhand;

import java.util.List;

/**
 * How truthfully and how completely the exporters of a scenario tell what the GPUs do.
 *
 * @param missing share of the sample lines that never arrive
 * @param duplicated share that arrives twice
 * @param late share that arrives one to six intervals after its time
 * @param skew the most seconds by which a node's clock is off
 * @param nulls share of the GPUs' values that are not there
 * @param blank how a value that is not there is written
 */
record Exporter(
        double missing,
        double duplicated,
        double late,
        double skew,
        double nulls,
        String blank,
        Width counters,
        Ports ports,
        List<Freeze> freezes,
        List<Gap> gaps,
        List<Restart> restarts) {

    /** DCGM's word for "no value", as a reader sees it that takes it for a number. */
    static final String DCGM_BLANK = "9223372036854775792";

    static final Exporter FAITHFUL =
            new Exporter(
                    0.004,
                    0,
                    0,
                    0,
                    0,
                    "null",
                    Width.FULL,
                    Ports.OWN,
                    List.of(),
                    List.of(),
                    List.of());

    /**
     * InfiniBand's old port counters have 16 bits: some readers wrap them, the hardware lets them
     * stick.
     */
    enum Width {
        FULL,
        WRAPS_AT_16_BITS,
        STICKS_AT_16_BITS;

        long shown(long count) {
            return switch (this) {
                case FULL -> count;
                case WRAPS_AT_16_BITS -> count & 0xffff;
                case STICKS_AT_16_BITS -> Math.min(count, 0xffff);
            };
        }
    }

    /** Where a node's link errors appear. */
    enum Ports {
        OWN,
        ALL
    }

    /** A node that repeats its last telemetry; what the job itself reports stays fresh. */
    record Freeze(int node, double from, double until) {}

    /** A field that is not there for a while; node -1 for all nodes. */
    record Gap(String field, int node, double from, double until) {
        boolean covers(String aField, int aNode, double t) {
            return field.equals(aField) && (node < 0 || node == aNode) && t >= from && t < until;
        }
    }

    /** A driver reload or boot: all counters of the node begin at zero again. */
    record Restart(int node, double at) {}

    Exporter losing(double share) {
        return new Exporter(
                share,
                duplicated,
                late,
                skew,
                nulls,
                blank,
                counters,
                ports,
                freezes,
                gaps,
                restarts);
    }

    Exporter untidy(double twice, double tardy, double seconds) {
        return new Exporter(
                missing, twice, tardy, seconds, nulls, blank, counters, ports, freezes, gaps,
                restarts);
    }

    Exporter blanking(double share, String word) {
        return new Exporter(
                missing,
                duplicated,
                late,
                skew,
                share,
                word,
                counters,
                ports,
                freezes,
                gaps,
                restarts);
    }

    Exporter counting(Width width, Ports where) {
        return new Exporter(
                missing,
                duplicated,
                late,
                skew,
                nulls,
                blank,
                width,
                where,
                freezes,
                gaps,
                restarts);
    }

    Exporter freezing(Freeze... nodes) {
        return new Exporter(
                missing,
                duplicated,
                late,
                skew,
                nulls,
                blank,
                counters,
                ports,
                List.of(nodes),
                gaps,
                restarts);
    }

    Exporter without(Gap... fields) {
        return new Exporter(
                missing,
                duplicated,
                late,
                skew,
                nulls,
                blank,
                counters,
                ports,
                freezes,
                List.of(fields),
                restarts);
    }

    Exporter restarting(Restart... nodes) {
        return new Exporter(
                missing,
                duplicated,
                late,
                skew,
                nulls,
                blank,
                counters,
                ports,
                freezes,
                gaps,
                List.of(nodes));
    }

    boolean lacks(String field, int node, double t) {
        return gaps.stream().anyMatch(gap -> gap.covers(field, node, t));
    }

    boolean frozen(int node, double t) {
        return freezes.stream()
                .anyMatch(one -> one.node() == node && t >= one.from() && t < one.until());
    }
}
