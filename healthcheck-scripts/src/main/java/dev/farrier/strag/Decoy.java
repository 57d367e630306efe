package dev.farrier.strag;

/**
 * A sign without an effect.
 *
 * @param amount errors a second, reason bits, lanes or °C, by kind
 */
record Decoy(Kind kind, int node, int gpu, double start, double end, double amount) {
    enum Kind {
        ECC_ERRORS,
        PCIE_REPLAYS,
        NVLINK_ERRORS,
        SYMBOL_ERRORS,
        LINK_DOWNS,
        REASON_BITS,
        PCIE_WIDTH,
        HOT
    }

    boolean hits(int gpu, double time) {
        return (this.gpu == Fault.WHOLE_NODE || this.gpu == gpu) && time >= start && time < end;
    }
}
