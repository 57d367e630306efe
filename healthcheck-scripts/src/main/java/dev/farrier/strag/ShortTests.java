package dev.farrier.strag;

import static dev.farrier.strag.Numbers.rounded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The short tests before and after a job, as {@code bench} lines. */
final class ShortTests {
    private final Scenario scenario;
    private final JobPlan job;
    private final Draws draws;

    ShortTests(Scenario scenario, JobPlan job) {
        this.scenario = scenario;
        this.job = job;
        draws = Draws.of(scenario.seed(), "tests of " + job.id());
    }

    Map<String, Object> line(Node node, double time, String phase) {
        Rollout rollout =
                scenario.rollout().reached(node.number, time) ? scenario.rollout() : Rollout.NONE;
        Sku sku = node.sku;
        List<Signs> signs = new ArrayList<>();
        for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
            signs.add(node.signs(gpu, time));
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", "bench");
        line.put("t", rounded(time, 1));
        line.put("job", job.id());
        line.put("node", node.name());
        line.put("phase", phase);
        List<Object> gemm = new ArrayList<>();
        for (int gpu = 0; gpu < Simulator.GPUS; gpu++) {
            double typical = sku.gemm() * rollout.gemm() / (1 + node.gpus.get(gpu).effect);
            gemm.add(rounded(typical / signs.get(gpu).gemm * noise(0.002), 2));
        }
        line.put("gemm", gemm);
        line.put("hbm", results(sku.hbm() * rollout.hbm(), signs, each -> each.hbm, 0.003, 1));
        line.put("h2d", results(sku.h2d() * rollout.h2d(), signs, each -> each.h2d, 0.01, 2));
        line.put(
                "nvl",
                results(sku.nvlink() * rollout.nvlink(), signs, each -> each.nvlink, 0.005, 1));
        double latency = rollout.latency();
        for (Signs.Detailed busy : Signs.ofKind(node.faults, FaultKind.CPU, time)) {
            latency *= busy.latency();
        }
        line.put("lat", rounded(latency * noise(0.08), 3));
        return line;
    }

    private List<Object> results(
            double typical,
            List<Signs> signs,
            ToDoubleFunction<Signs> divisor,
            double sigma,
            int digits) {
        List<Object> results = new ArrayList<>();
        for (Signs sign : signs) {
            results.add(rounded(typical / divisor.applyAsDouble(sign) * noise(sigma), digits));
        }
        return results;
    }

    private double noise(double sigma) {
        return 1 + sigma * draws.normal();
    }
}
