package dev.farrier.strag.thirdhand;

/** The kinds of GPU that the scenarios have. */
enum Sku {
    H100("H100-SXM", 1980, 1800, 2619, 700, 87, 5, 18, 690, 3000, 55, 420, 1),
    H200("H200-SXM", 1980, 1785, 3201, 700, 87, 5, 18, 695, 4250, 55, 422, 1.05),
    A100("A100-SXM", 1410, 1335, 1593, 400, 85, 4, 12, 268, 1760, 25, 234, 0.43),
    V100("V100-SXM2", 1530, 1380, 877, 300, 83, 3, 6, 98, 810, 12, 130, 0.18),
    L40S("L40S", 2520, 2220, 9001, 350, 88, 4, 0, 215, 720, 25, 0, 0.3);

    final String word;
    final double topClock;

    /** MHz that a usual chip holds under a full load. */
    final double usualClock;

    final double memoryClock;
    final double watts;
    final double slowdownAt;
    final int pcieGen;
    final int nvlinks;
    final double speed;
    final double gemm;
    final double hbm;
    final double hostToDevice;
    final double nvlink;

    Sku(
            String word,
            double topClock,
            double usualClock,
            double memoryClock,
            double watts,
            double slowdownAt,
            int pcieGen,
            int nvlinks,
            double gemm,
            double hbm,
            double hostToDevice,
            double nvlink,
            double speed) {
        this.word = word;
        this.topClock = topClock;
        this.usualClock = usualClock;
        this.memoryClock = memoryClock;
        this.watts = watts;
        this.slowdownAt = slowdownAt;
        this.pcieGen = pcieGen;
        this.nvlinks = nvlinks;
        this.gemm = gemm;
        this.hbm = hbm;
        this.hostToDevice = hostToDevice;
        this.nvlink = nvlink;
        this.speed = speed;
    }

    double idleWatts() {
        return 0.12 * watts;
    }

    String line() {
        String ref =
                new JsonLine()
                        .with("gemm", gemm, 1)
                        .with("hbm", hbm, 1)
                        .with("h2d", hostToDevice, 1)
                        .with("nvl", nvlink, 1)
                        .toString();
        return new JsonLine()
                .with("type", "sku")
                .with("sku", word)
                .with("sm_max", topClock, 0)
                .with("mem_max", memoryClock, 0)
                .with("tdp", watts, 0)
                .with("t_slow", slowdownAt, 0)
                .with("pcie_gen", pcieGen, 0)
                .with("pcie_w", 16, 0)
                .with("nvlinks", nvlinks, 0)
                .json("ref", ref)
                .toString();
    }
}
