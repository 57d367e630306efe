package dev.farrier.straggler;

/** What a sample says of each GPU; counters count since the GPU or its driver started. */
public enum Metric {
    /** Own compute time of the rank, ms a step, without waiting for others. */
    OWN_TIME,
    /** SM clock, MHz. */
    SM_CLOCK,
    /** GPU temperature, degrees Celsius. */
    TEMPERATURE,
    /** Board power, watts. */
    POWER,
    /** NVML clock event reasons, a bit mask. */
    THROTTLE_REASONS,
    /** Share of time in which an SM was active, percent. */
    SM_ACTIVE,
    /** PCIe generation in use. */
    PCIE_GENERATION,
    /** PCIe lanes in use. */
    PCIE_WIDTH,
    /** Corrected memory errors, a counter. */
    CORRECTED_ERRORS,
    /** PCIe replays, a counter. */
    PCIE_REPLAYS,
    /** NVLink errors, a counter. */
    NVLINK_ERRORS,
    /** InfiniBand symbol errors, a counter. */
    IB_SYMBOL_ERRORS,
    /** InfiniBand links gone down, a counter. */
    IB_LINK_DOWNS;

    static final int COUNT = values().length;

    /** Whether values only grow, so that increases are judged and not levels. */
    public boolean isCounter() {
        return compareTo(CORRECTED_ERRORS) >= 0;
    }

    /** Its place in arrays by metric. */
    int place() {
        return compareTo(OWN_TIME);
    }
}
