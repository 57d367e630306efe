package dev.farrier.strag;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind of GPU in the simulated cluster.
 *
 * @param clock highest SM clock in MHz
 * @param memoryClock in MHz
 * @param power limit in W
 * @param slowdown temperature in °C at which the hardware slows down
 * @param gemm of the short test, TFLOP/s
 * @param hbm of the short test, GB/s; likewise h2d and nvlink
 * @param relativeStep how many times an H100's time a step takes
 * @param spread standard deviation between GPUs: V100 and A100 measured, H100 assumed
 */
record Sku(
        String name,
        int clock,
        int memoryClock,
        int power,
        int slowdown,
        int pcieGeneration,
        int nvlinks,
        double gemm,
        double hbm,
        double h2d,
        double nvlink,
        double relativeStep,
        double spread) {
    static final int PCIE_WIDTH = 16;

    static final Sku V100 =
            new Sku("V100-SXM2", 1530, 877, 300, 87, 3, 6, 103, 820, 12.2, 130, 6, 0.0172);
    static final Sku A100 =
            new Sku("A100-SXM", 1410, 1593, 400, 88, 4, 12, 268, 1750, 24.6, 270, 2.4, 0.014);
    static final Sku H100 =
            new Sku("H100-SXM", 1980, 2619, 700, 87, 5, 18, 690, 3000, 55, 420, 1, 0.012);

    Map<String, Object> line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "sku");
        line.put("sku", name);
        line.put("sm_max", clock);
        line.put("mem_max", memoryClock);
        line.put("tdp", power);
        line.put("t_slow", slowdown);
        line.put("pcie_gen", pcieGeneration);
        line.put("pcie_w", PCIE_WIDTH);
        line.put("nvlinks", nvlinks);
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("gemm", gemm);
        reference.put("hbm", hbm);
        reference.put("h2d", h2d);
        reference.put("nvl", nvlink);
        line.put("ref", reference);
        return line;
    }
}
