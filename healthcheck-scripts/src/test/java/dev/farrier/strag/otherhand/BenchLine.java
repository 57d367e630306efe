package dev.farrier.strag.otherhand;

import java.util.function.ToDoubleBiFunction;

/** Writes the results of the short tests before or after a job. */
final class BenchLine {
    private BenchLine() {}

    static String line(Scenario scenario, Job job, Node node, double t, String phase, Dice dice) {
        Sku sku = scenario.sku();
        double latency =
                node.latency * Stress.on(scenario.faults(), node.number, 0, t).of(Kind.CPU);
        return new Line()
                .text("type", "bench")
                .number("t", t)
                .text("job", job.id())
                .text("node", node.name())
                .text("phase", phase)
                .numbers(
                        "gemm",
                        results(
                                scenario,
                                node,
                                t,
                                dice,
                                (gpu, stress) -> {
                                    return sku.gemm() * gpu.matrixQuality * gpu.testClock(stress);
                                }),
                        2,
                        "null")
                .numbers(
                        "hbm",
                        results(
                                scenario,
                                node,
                                t,
                                dice,
                                (gpu, stress) -> {
                                    double left = stress.of(Kind.HBM_SLOW) * stress.of(Kind.ECC);
                                    return sku.hbm() * gpu.memoryQuality * left;
                                }),
                        1,
                        "null")
                .numbers(
                        "h2d",
                        results(
                                scenario,
                                node,
                                t,
                                dice,
                                (gpu, stress) -> {
                                    return sku.hostToDevice()
                                            * gpu.linkQuality
                                            * stress.of(Kind.PCIE);
                                }),
                        2,
                        "null")
                .numbers(
                        "nvl",
                        results(
                                scenario,
                                node,
                                t,
                                dice,
                                (gpu, stress) -> {
                                    return sku.nvlink() * gpu.linkQuality * stress.of(Kind.NVLINK);
                                }),
                        1,
                        "null")
                .number("lat", Math.rint(1000 * latency * (1 + Math.abs(dice.heavy(0.02)))) / 1000)
                .toString();
    }

    private static double[] results(
            Scenario scenario,
            Node node,
            double t,
            Dice dice,
            ToDoubleBiFunction<Gpu, Stress> test) {
        double[] results = new double[node.gpus.size()];
        for (int slot = 0; slot < results.length; slot++) {
            Stress stress = Stress.on(scenario.faults(), node.number, slot, t);
            results[slot] =
                    test.applyAsDouble(node.gpus.get(slot), stress) * (1 + dice.heavy(0.003));
        }
        return results;
    }
}
