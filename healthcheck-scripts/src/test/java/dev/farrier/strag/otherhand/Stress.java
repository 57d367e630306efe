package dev.farrier.strag.otherhand;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What all faults together do to one GPU at one moment. */
record Stress(Map<Kind, Double> factors, Set<Kind> active, boolean narrowLink) {
    static final Stress NONE = new Stress(Map.of(), Set.of(), false);

    /**
     * Above this share of the bandwidth, replays alone explain the loss and the link keeps its
     * width.
     */
    private static final double HALF_WIDTH = 0.6;

    static Stress on(List<Fault> faults, int node, int gpu, double t) {
        Map<Kind, Double> factors = new EnumMap<>(Kind.class);
        Set<Kind> active = EnumSet.noneOf(Kind.class);
        boolean narrow = false;
        for (Fault fault : faults) {
            if (fault.touches(node, gpu) && fault.level(t) > 0) {
                factors.merge(fault.kind(), fault.factor(t), (one, other) -> one * other);
                active.add(fault.kind());
                narrow |=
                        fault.kind() == Kind.PCIE
                                && (fault.strength() == 1 || fault.strength() <= HALF_WIDTH);
            }
        }
        return active.isEmpty() ? NONE : new Stress(factors, active, narrow);
    }

    double of(Kind kind) {
        return factors.getOrDefault(kind, 1.0);
    }

    boolean has(Kind kind) {
        return active.contains(kind);
    }
}
