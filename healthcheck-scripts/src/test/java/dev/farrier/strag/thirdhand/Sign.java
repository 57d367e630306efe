package dev.farrier.strag.thirdhand;

/**
 * Something that looks ill and slows nobody: a temptation, which the truth does not name.
 *
 * @param gpu -1: all of the node
 * @param size what the look's own words say
 */
record Sign(Look look, int node, int gpu, double t0, double t1, double size) {
    /** What is to be seen. */
    enum Look {
        /** {@code size} corrected errors a second. */
        ECC_STORM,
        /** {@code size} replays a second. */
        REPLAYS,
        /** {@code size} NVLink errors a second. */
        NVLINK_ERRORS,
        /** {@code size} symbol errors a second, and a link down now and then above one a second. */
        SYMBOL_ERRORS,
        /** A PCIe link of {@code size} lanes. */
        NARROW,
        /** A clock ceiling of {@code size} times the largest clock. */
        LOW_CLOCK,
        /** Cooling that is {@code size} times worse. */
        HOT,
        /** {@code size} percent more processor use, by somebody who disturbs nobody. */
        BUSY_HOST
    }

    static Sign chronic(Look look, int node, int gpu, double size) {
        return new Sign(look, node, gpu, -86_400, Fault.FOR_GOOD, size);
    }

    boolean touches(int otherNode, int otherGpu) {
        return node == otherNode && (gpu < 0 || gpu == otherGpu);
    }

    boolean isOn(Look other, double t) {
        return look == other && t >= t0 && t < t1;
    }
}
