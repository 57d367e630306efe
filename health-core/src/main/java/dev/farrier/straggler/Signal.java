package dev.farrier.straggler;

/**
 * What is remembered of a rank's samples, as means over an episode of slowness and over the quiet
 * before it.
 */
enum Signal {
    /** log(own time) against the peers. */
    DEVIATION,
    /** log(own time) itself: a node without peers has only its past. */
    LOG_OWN,
    /** −log(clock) against the peers. */
    CLOCK_LOSS,
    /** −log(clock / highest clock). */
    CLOCK_BELOW_MAX,
    /** Degrees above the peers. */
    HOTTER,
    /** −log(power) against the peers. */
    POWER_LOSS,
    /** Share of samples with fewer PCIe lanes than the SKU has. */
    NARROW,
    /** Share of samples under load with a lower PCIe generation. */
    OLD_GENERATION,
    /** Corrected memory errors a second. */
    MEMORY_ERRORS,
    /** PCIe replays a second. */
    REPLAYS,
    /** CPU use of the node, percent. */
    CPU,
    /** Points of CPU use above the other nodes. */
    CPU_ABOVE,
    /** Degrees left to the slow-down temperature. */
    HEADROOM,
    /** −log(power / limit of the SKU). */
    POWER_BELOW_LIMIT,
    /** Shares of samples with the reason bits of NVML. */
    BRAKE,
    HOT_BIT,
    SLOWDOWN_BIT,
    CAP_BIT,
    /** Share of samples at the power cap, less the share of all GPUs of the SKU that are. */
    CAP_ABOVE;

    static final int COUNT = values().length;

    /** The first so many say more as a change since before: of the quiet only these are kept. */
    static final int BEFORE = CPU_ABOVE.place();

    /** Its place in arrays by signal. */
    int place() {
        return compareTo(DEVIATION);
    }
}
