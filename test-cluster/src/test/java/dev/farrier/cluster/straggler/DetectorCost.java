package dev.farrier.cluster.straggler;

import dev.farrier.cluster.ThisMachine;
import dev.farrier.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Says what the straggler detector costs: time and allocation of a sample of one GPU, and the state
 * that is kept of it; {@code test-cluster/bench straggler-cost} starts it.
 */
final class DetectorCost {
    private static final int STATE_TICKS = 100;

    /** The first collections take away much else. */
    private static final int WARM_UP = 16;

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private DetectorCost() {}

    /**
     * Of one GPU in a job of this size.
     *
     * @param ns a sample of it
     * @param error of the mean, 99.9 %
     * @param cpu the same on the processor, whoever else shares it
     * @param allocated bytes a sample
     * @param state bytes that are kept while the job runs
     */
    private record Cost(
            int gpus, double ns, double error, double cpu, double allocated, double state) {
        static Cost of(RunResult run) {
            int gpus = Integer.parseInt(run.getParams().getParam("gpus"));
            Result<?> tick = run.getPrimaryResult();
            return new Cost(
                    gpus,
                    tick.getScore() / gpus,
                    tick.getScoreError() / gpus,
                    second(run, "nanos") / second(run, "ticks") / gpus,
                    second(run, ALLOCATED) / gpus,
                    (double) stateBytes(gpus) / gpus);
        }

        private static double second(RunResult run, String name) {
            return Objects.requireNonNull(run.getSecondaryResults().get(name)).getScore();
        }

        Map<String, Object> toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", gpus + " GPUs");
            json.put("ns", rounded(ns));
            json.put("ns_error", rounded(error));
            json.put("cpu_ns", rounded(cpu));
            json.put("allocated_bytes", rounded(allocated));
            json.put("state_bytes", rounded(state));
            return json;
        }
    }

    public static void main(String[] args) throws IOException, RunnerException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String before = ThisMachine.load();
        Options options =
                new OptionsBuilder()
                        .include(DetectorBenchmark.class.getName())
                        .addProfiler(GCProfiler.class)
                        .jvmArgs("-XX:+UseSerialGC", "-Xmx1g")
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build();
        stateBytes(WARM_UP);
        List<Cost> costs =
                new Runner(options)
                        .run().stream()
                                .map(Cost::of)
                                .sorted(Comparator.comparingInt(Cost::gpus))
                                .toList();
        String machine =
                ThisMachine.describe()
                        + ", Java "
                        + System.getProperty("java.version")
                        + ", load "
                        + before
                        + " before and "
                        + ThisMachine.load()
                        + " after";
        if (args.length > 0 && args[0].equals("--json")) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("machine", machine);
            report.put("results", costs.stream().map(Cost::toJson).toList());
            out.println(Json.write(report));
        } else {
            print(machine, costs, out);
        }
    }

    /** What the heap holds more of while a job runs, after collections; not what feeds it. */
    private static long stateBytes(int gpus) {
        HealthyJob job = new HealthyJob(gpus);
        for (int tick = 0; tick < STATE_TICKS; tick++) {
            job.tick();
        }
        long with = usedHeap();
        job.forget();
        return with - usedHeap();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static void print(String machine, List<Cost> costs, PrintStream out) {
        out.println(machine);
        out.printf(
                "%-12s %8s %8s %8s %12s %12s%n",
                "A GPU of", "ns", "+-", "CPU ns", "allocated B", "state B");
        for (Cost each : costs) {
            out.printf(
                    Locale.ROOT,
                    "%-12d %8.1f %8.1f %8.1f %12.3f %12.0f%n",
                    each.gpus(),
                    each.ns(),
                    each.error(),
                    each.cpu(),
                    each.allocated(),
                    each.state());
        }
    }
}
