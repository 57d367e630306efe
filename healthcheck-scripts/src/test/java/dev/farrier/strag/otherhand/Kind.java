package dev.farrier.strag.otherhand;

import java.util.Locale;

/** What is wrong with a GPU or node, in the words of the truth. */
enum Kind {
    THERMAL,
    POWER_BRAKE,
    POWER_CAP,
    CLOCK_LOCK,
    HBM_SLOW,
    ECC,
    PCIE,
    NVLINK,
    NETWORK,
    CPU,
    MILD;

    /** Slows no rank's own work, only what the ranks exchange. */
    boolean slowsTheStepOnly() {
        return this == NVLINK || this == NETWORK;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
