package dev.farrier.strag.otherhand;

/** A type of GPU: limits in MHz, W and deg C, reference results in TFLOP/s and GB/s. */
record Sku(
        String name,
        int smMax,
        int memMax,
        int tdp,
        int slowAt,
        int pcieGen,
        int pcieWidth,
        int nvlinks,
        double gemm,
        double hbm,
        double hostToDevice,
        double nvlink) {

    static final Sku V100 = new Sku("V100-SXM2", 1530, 877, 300, 87, 3, 16, 6, 104, 805, 12.1, 128);
    static final Sku A100 =
            new Sku("A100-SXM", 1410, 1593, 400, 88, 4, 16, 12, 268, 1750, 24.6, 270);
    static final Sku H100 =
            new Sku("H100-SXM", 1980, 2619, 700, 87, 5, 16, 18, 690, 2960, 53.5, 385);

    /** A PCIe card without NVLink: its counters and rates stay zero. */
    static final Sku L40S = new Sku("L40S", 2520, 9001, 350, 88, 4, 16, 0, 212, 735, 24.8, 0);

    double idleWatts() {
        return tdp * 0.16;
    }

    void write(Line line) {
        line.text("type", "sku")
                .text("sku", name)
                .number("sm_max", smMax)
                .number("mem_max", memMax);
        line.number("tdp", tdp)
                .number("t_slow", slowAt)
                .number("pcie_gen", pcieGen)
                .number("pcie_w", pcieWidth);
        line.number("nvlinks", nvlinks);
        Line reference =
                new Line().number("gemm", gemm).number("hbm", hbm).number("h2d", hostToDevice);
        line.raw("ref", reference.number("nvl", nvlink).toString());
    }
}
