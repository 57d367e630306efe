package dev.farrier.cluster.scale;

import dev.farrier.cluster.ThisMachine;
import dev.farrier.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures what many nodes that fail at once do to a scheduler; {@code test-cluster/bench scale}
 * starts it, once here and once in the container of a real Slurm.
 */
final class ScaleBenchmark {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5); // scheduler.timeout
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SPREAD = Duration.ofSeconds(20);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HALF_MINUTE = Duration.ofSeconds(30);
    private static final int INTERVALS_OF_AN_INCIDENT = 6;
    private static final int INTERVALS_OF_A_BUDGET = 4;
    private static final int INTERVALS_WHEN_SLOW = 12;
    private static final int MINUTES_OF_TWO_HOLDS = 70;
    private static final double QUICK = 0.02;
    private static final double SLOW = 5;

    private final int nodes;
    private final Path root;
    private final Path results;

    private ScaleBenchmark(int nodes, Path root, Path results) {
        this.nodes = nodes;
        this.root = root;
        this.results = results;
    }

    /**
     * @param args pairs: {@code --results} a file that grows by a line for each case, and either
     *     {@code --measure stub}, {@code slurm} or {@code short}, with {@code --nodes} and {@code
     *     --root}, an empty folder, or {@code --report table} or {@code json}
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i], args[i + 1]);
        }
        Path results = Path.of(options.getOrDefault("--results", "")).toAbsolutePath();
        String report = options.getOrDefault("--report", "");
        if (!report.isEmpty()) {
            report(results, report, new PrintStream(System.out, true, StandardCharsets.UTF_8));
            return;
        }
        ScaleBenchmark benchmark =
                new ScaleBenchmark(
                        Integer.parseInt(options.getOrDefault("--nodes", "1000")),
                        Path.of(options.getOrDefault("--root", "")).toAbsolutePath(),
                        results);
        switch (options.getOrDefault("--measure", "")) {
            case "stub" -> benchmark.measureStub();
            case "slurm" -> benchmark.measureSlurm();
            case "short" -> benchmark.measureShort();
            default -> throw new IllegalArgumentException("--measure stub, slurm or short");
        }
    }

    private void measureStub() throws IOException, InterruptedException {
        for (int failing : List.of(10, 100)) {
            for (boolean alike : List.of(true, false)) {
                for (boolean latched : List.of(true, false)) {
                    Duration length = length(alike, MINUTE);
                    stub(scenario("quick-", failing, alike, latched, MINUTE), QUICK, length);
                    Duration slow = Duration.ofMinutes(INTERVALS_WHEN_SLOW);
                    stub(scenario("slow-", failing, alike, latched, MINUTE), SLOW, slow);
                }
            }
        }
        Scenario longer = scenario("long-", 100, true, true, MINUTE);
        stub(longer, QUICK, Duration.ofMinutes(MINUTES_OF_TWO_HOLDS));
        Scenario late = scenario("late-", 100, false, true, MINUTE);
        stub(late, SLOW, CALL_TIMEOUT, length(false, MINUTE));
    }

    private Scenario scenario(
            String scheduler, int failing, boolean alike, boolean latched, Duration interval) {
        String name =
                scheduler + failing + (alike ? "-alike" : "-each") + (latched ? "-latched" : "");
        return new Scenario(name, nodes, failing, alike, latched, interval, SPREAD);
    }

    private static Duration length(boolean alike, Duration interval) {
        int intervals = alike ? INTERVALS_OF_AN_INCIDENT : INTERVALS_OF_A_BUDGET;
        return Duration.ofSeconds(intervals * interval.toSeconds());
    }

    private void stub(Scenario scenario, double delay, Duration length)
            throws IOException, InterruptedException {
        stub(scenario, delay, LONG_TIMEOUT, length);
    }

    private void stub(Scenario scenario, double delay, Duration callTimeout, Duration length)
            throws IOException, InterruptedException {
        Instant start = Instant.parse("2026-11-30T10:00:00Z");
        VirtualTime time = new VirtualTime();
        StubSlurm slurm = new StubSlurm(time, start, nodes, delay);
        Path folder = root.resolve(scenario.name());
        keep(scenario.run(time, slurm, start, folder, callTimeout, length));
    }

    private void measureSlurm() throws IOException, InterruptedException {
        for (Scenario scenario :
                List.of(
                        scenario("slurm-", 10, true, true, HALF_MINUTE),
                        scenario("slurm-", 100, true, true, HALF_MINUTE),
                        scenario("slurm-", 100, true, false, HALF_MINUTE),
                        scenario("slurm-", 10, false, true, HALF_MINUTE),
                        scenario("slurm-", 100, false, true, HALF_MINUTE))) {
            slurm(scenario, length(scenario.alike(), HALF_MINUTE));
        }
    }

    /** What a test has time for. */
    private void measureShort() throws IOException, InterruptedException {
        Duration spread = Duration.ofSeconds(2);
        Duration interval = Duration.ofSeconds(5);
        for (boolean alike : List.of(true, false)) {
            String name = alike ? "alike" : "each";
            slurm(
                    new Scenario(name, nodes, 100, alike, true, interval, spread),
                    Duration.ofSeconds(alike ? 45 : 25));
        }
    }

    private void slurm(Scenario scenario, Duration length)
            throws IOException, InterruptedException {
        RealSlurm slurm = new RealSlurm(root);
        slurm.reset();
        Path folder = root.resolve(scenario.name());
        Scenario.Result result =
                scenario.run(new TrueTime(), slurm, Instant.now(), folder, CALL_TIMEOUT, length);
        int drained = slurm.drained();
        if (drained != result.tally().left()) {
            throw new IllegalStateException(
                    "Slurm says that " + drained + " nodes are drained: " + result.toJson());
        }
        keep(result);
    }

    private void keep(Scenario.Result result) throws IOException {
        Files.writeString(
                results,
                Json.write(result.toJson()) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static void report(Path results, String form, PrintStream out) throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (String line : Files.readAllLines(results)) {
            all.add(Json.object(line));
        }
        String machine = ThisMachine.describe() + ", load " + ThisMachine.load() + " at the end";
        if (form.equals("json")) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("machine", machine);
            json.put("results", all);
            out.println(Json.write(json));
            return;
        }
        out.println(machine);
        for (Map<String, Object> result : all) {
            StringBuilder line = new StringBuilder();
            result.forEach(
                    (key, value) ->
                            line.append(key.equals("name") ? "" : " " + key + " ").append(value));
            out.println(line);
        }
    }
}
