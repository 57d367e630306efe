package dev.farrier.strag.thirdhand;

import java.util.Locale;

/** The kinds of fault in the truth, and where each leaves a trace. */
enum Kind {
    THERMAL(Trace.SAMPLES),
    CLOCK_LOCK(Trace.SAMPLES),
    POWER_CAP(Trace.SAMPLES),
    POWER_BRAKE(Trace.SAMPLES),
    HBM_SLOW(Trace.SAMPLES),
    ECC(Trace.SAMPLES),
    PCIE(Trace.SAMPLES),
    NVLINK(Trace.SAMPLES),
    NETWORK(Trace.SAMPLES),
    CPU(Trace.SAMPLES),
    /** Memory whose bandwidth, not whose clock, is low. */
    HBM_QUIET(Trace.TESTS),
    /** A chip that is slow in jobs and shows nothing: only other jobs tell. */
    MILD(Trace.NOWHERE);

    /** Where somebody could find the cause. */
    enum Trace {
        SAMPLES,
        TESTS,
        NOWHERE
    }

    private final Trace trace;

    Kind(Trace trace) {
        this.trace = trace;
    }

    Trace trace() {
        return trace;
    }

    /** Slows what the ranks exchange and no rank's own work. */
    boolean isLink() {
        return this == NVLINK || this == NETWORK;
    }

    /** The word of the truth. */
    String word() {
        return this == HBM_QUIET ? HBM_SLOW.word() : name().toLowerCase(Locale.ROOT);
    }
}
