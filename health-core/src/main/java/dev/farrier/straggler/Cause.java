package dev.farrier.straggler;

/**
 * Why a GPU or node is slow, in the order in which evidence is asked for; the words are those of
 * format strag-1.
 */
public enum Cause {
    POWER_BRAKE("power_brake"),
    THERMAL("thermal"),
    /** The hardware says that it slows down and gives no reason that the others cover. */
    HARDWARE_SLOWDOWN("hw_slowdown"),
    PCIE("pcie"),
    /** Memory that corrects errors and gets slower by it. */
    CORRECTED_MEMORY_ERRORS("ecc"),
    /** Memory that is slow in the test of its bandwidth, without errors. */
    SLOW_MEMORY("hbm_slow"),
    POWER_CAP("power_cap"),
    CLOCK_LOCK("clock_lock"),
    /** Slow in the compute test and half as much in the clock: a GPU that is weak in every job. */
    WEAK_GPU("mild"),
    NVLINK("nvlink"),
    NETWORK("network"),
    HOST("cpu"),
    /** More work and no sign of slow hardware. */
    UNEVEN_WORK("work");

    private final String word;

    Cause(String word) {
        this.word = word;
    }

    /** As format strag-1 spells it. */
    public String word() {
        return word;
    }
}
