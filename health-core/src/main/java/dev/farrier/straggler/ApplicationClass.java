package dev.farrier.straggler;

/** What a job mostly waits for; a node may be slow for one class and well for another. */
enum ApplicationClass {
    GPU_BOUND,
    HOST_BOUND,
    NETWORK_BOUND;

    static final int COUNT = values().length;
    private static final double COMMUNICATION = 0.4;
    private static final double BUSY_HOST_PERCENT = 60;

    /**
     * @param communication share of a step that is no rank's own time, NaN where unknown
     * @param cpuPercent of the median node
     */
    static ApplicationClass of(double communication, double cpuPercent) {
        if (communication > COMMUNICATION) {
            return NETWORK_BOUND;
        }
        return cpuPercent > BUSY_HOST_PERCENT ? HOST_BOUND : GPU_BOUND;
    }

    /** Its place in arrays by class. */
    int place() {
        return compareTo(GPU_BOUND);
    }
}
