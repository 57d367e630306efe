package dev.farrier.strag;

import java.util.Arrays;
import java.util.Optional;

/** What makes a rank, or its node's communication, slow; each belongs to a class of causes. */
public enum FaultKind {
    THERMAL("thermal", "clock"),
    POWER_BRAKE("power_brake", "power"),
    POWER_CAP("power_cap", "power"),
    CLOCK_LOCK("clock_lock", "clock"),
    HBM_SLOW("hbm_slow", "memory"),
    ECC("ecc", "memory"),
    PCIE("pcie", "pcie"),
    NVLINK("nvlink", "nvlink"),
    NETWORK("network", "network"),
    CPU("cpu", "cpu"),
    MILD("mild", "clock");

    private final String word;
    private final String family;

    FaultKind(String word, String family) {
        this.word = word;
        this.family = family;
    }

    /** As the format spells it. */
    public String word() {
        return word;
    }

    /** The class that a detector should at least get right. */
    public String family() {
        return family;
    }

    /** Whether it slows the communication of its node and leaves the ranks' own time alone. */
    public boolean slowsCommunication() {
        return this == NVLINK || this == NETWORK;
    }

    public static Optional<FaultKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    static String words() {
        return String.join(", ", Arrays.stream(values()).map(FaultKind::word).toList());
    }
}
