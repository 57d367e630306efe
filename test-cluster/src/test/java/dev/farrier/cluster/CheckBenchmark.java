package dev.farrier.cluster;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.Uptime;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.HealthConfig;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.json.Json;
import dev.farrier.run.ConfiguredChecks;
import dev.farrier.run.KnownChecks;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.CounterMarks;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.RememberingSource;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.linux.MountTableSource;
import dev.farrier.telemetry.linux.ProcessListSource;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what each source and each check costs on nodes that it makes; {@code test-cluster/bench
 * checks} starts it. What a refresh pays is the first pass of a JVM, so several are started.
 */
final class CheckBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int JVMS = 5;
    private static final int WARM_UP = 10;
    private static final int MEASURED = 20;
    private static final String BOOT = "00000000-0000-4000-8000-000000000000";

    /** As the launcher starts a refresh. */
    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:CompileThresholdScaling=10",
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-Xmx128m",
                    "-Xshare:auto");

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /** One source or one check. */
    private static final class Row {
        private final List<Double> cpuMicros = new ArrayList<>();
        private final List<Double> wallMillis = new ArrayList<>();
        private int children;

        Map<String, Object> toJson(String name) {
            List<Double> warm = lastOf(cpuMicros);
            double sum = 0;
            for (double micros : warm) {
                sum += micros;
            }
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", name);
            json.put("p50_ms", rounded(Figures.percentile(lastOf(wallMillis), 50) * 1000) / 1000);
            json.put("p99_ms", rounded(Figures.percentile(lastOf(wallMillis), 99) * 1000) / 1000);
            json.put("cpu_us", rounded(sum / warm.size()));
            json.put("first_cpu_us", rounded(cpuMicros.get(0)));
            json.put("children", (long) children);
            return json;
        }

        private static List<Double> lastOf(List<Double> values) {
            return values.subList(Math.max(0, values.size() - MEASURED), values.size());
        }

        private static double rounded(double value) {
            return Math.round(value);
        }
    }

    private final Path root;
    private final HealthConfig config;
    private final Recorded commands;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private Map<String, CounterMarks> counters = Map.of();

    private CheckBenchmark(Path root, Path config) {
        this.root = root;
        this.config = new ConfigReader(KnownChecks.OURS.declared(), HostList::expand).read(config);
        this.commands = new Recorded(new ProcessRunner(root.resolve("run/farrier")));
    }

    /**
     * @param args pairs: {@code --root} an empty folder, {@code --config} the configuration, {@code
     *     --json true}; and of the JVMs that it starts, {@code --passes} how many
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i], args[i + 1]);
        }
        Path root = Path.of(options.getOrDefault("--root", "")).toAbsolutePath();
        Path config = Path.of(options.getOrDefault("--config", ""));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (options.containsKey("--passes")) {
            int passes = Integer.parseInt(options.get("--passes"));
            out.println(Json.write(new CheckBenchmark(root, config).measure(passes)));
        } else {
            compare(root, config, options.containsKey("--json"), out);
        }
    }

    private static void compare(Path root, Path config, boolean asJson, PrintStream out)
            throws Exception {
        String before = ThisMachine.load();
        List<Object> results = new ArrayList<>();
        for (MadeNode.Size size : List.of(MadeNode.Size.SMALL, MadeNode.Size.LARGE)) {
            System.err.println(size);
            Path node = Files.createDirectory(root.resolve(size.name()));
            MadeNode.write(node, size);
            for (Map<String, Object> row : measureInJvms(node, config)) {
                row.put("name", size.name() + " " + row.get("name"));
                results.add(row);
            }
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put(
                "machine",
                ThisMachine.describe()
                        + ", Java "
                        + System.getProperty("java.version")
                        + ", load "
                        + before
                        + " before and "
                        + ThisMachine.load()
                        + " after");
        report.put("results", results);
        if (asJson) {
            out.println(Json.write(report));
        } else {
            print(report, out);
        }
    }

    /** The first pass is the median of all JVMs; one of them goes on until it is warm. */
    private static List<Map<String, Object>> measureInJvms(Path node, Path config)
            throws IOException, InterruptedException {
        List<Map<String, Object>> rows = measureInJvm(node, config, 1 + WARM_UP + MEASURED);
        Map<Object, List<Double>> first = new LinkedHashMap<>();
        for (int i = 0; i < JVMS; i++) {
            List<Map<String, Object>> again = i == 0 ? rows : measureInJvm(node, config, 1);
            for (Map<String, Object> row : again) {
                first.computeIfAbsent(row.get("name"), name -> new ArrayList<>())
                        .add(number(row, "first_cpu_us"));
            }
        }
        for (Map<String, Object> row : rows) {
            List<Double> micros = first.getOrDefault(row.get("name"), List.of());
            row.put("first_cpu_us", Figures.percentile(micros, 50));
        }
        return rows;
    }

    private static List<Map<String, Object>> measureInJvm(Path node, Path config, int passes)
            throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add(System.getProperty("java.home") + "/bin/java");
        argv.addAll(JVM_OPTIONS);
        argv.addAll(List.of("-cp", System.getProperty("java.class.path")));
        argv.add(CheckBenchmark.class.getName());
        argv.addAll(List.of("--root", node.toString(), "--config", config.toString()));
        argv.addAll(List.of("--passes", String.valueOf(passes)));
        Process jvm =
                new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String text = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (jvm.waitFor() != 0) {
            throw new IOException("the measuring JVM ended with " + jvm.exitValue());
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        if (Json.read(text) instanceof List<?> list) {
            for (Object row : list) {
                rows.add(new LinkedHashMap<>(Json.object(Json.write(row))));
            }
        }
        return rows;
    }

    private List<Object> measure(int passes) throws IOException, InterruptedException {
        for (int pass = 0; pass < passes; pass++) {
            pass(864_000 + 60.0 * pass);
        }
        List<Object> json = new ArrayList<>();
        rows.forEach((name, row) -> json.add(row.toJson(name)));
        return json;
    }

    /** As a refresh does: all is made anew, and counters are those of the pass before. */
    private void pass(double uptime) throws IOException, InterruptedException {
        CounterBook book = new CounterBook();
        book.open(new Uptime(BOOT, uptime), counters);
        Sources sources = new Sources(new Machine(root, commands, book));
        List<CheckInstance<?>> checks =
                ConfiguredChecks.of(
                        config,
                        KnownChecks.OURS,
                        sources,
                        new NodeName("node01"),
                        Optional.empty());
        read("list of processes", sources.shared(ProcessListSource.class, ProcessListSource::new));
        read("table of mounts", sources.shared(MountTableSource.class, MountTableSource::new));
        IdentityHashMap<TelemetrySource<?>, Reading<?>> readings = new IdentityHashMap<>();
        for (CheckInstance<?> instance : checks) {
            judge(instance, readings);
        }
        counters = book.marks();
    }

    private <T extends Observation> void judge(
            CheckInstance<T> instance, IdentityHashMap<TelemetrySource<?>, Reading<?>> readings)
            throws IOException, InterruptedException {
        TelemetrySource<T> source = instance.source();
        Reading<?> reading = readings.get(source);
        if (reading == null) {
            if (source instanceof RememberingSource<?> remembering) {
                remembering.recall(Map.of(), BOOT);
            }
            reading = read(instance.name() + ", source", source);
            readings.put(source, reading);
            if (source instanceof RememberingSource<?> remembering) {
                remembering.recall(remembering.memory(), BOOT);
                read(instance.name() + ", source, when it was read before", source);
            }
        }
        if (!(reading instanceof Reading.Present<?> present)) {
            throw new IOException(instance.name() + " sees nothing: " + reading);
        }
        @SuppressWarnings("unchecked") // what its own source gave
        T observation = (T) present.value();
        time(instance.name() + ", check", () -> instance.check().examine(observation));
    }

    private <T extends Observation> Reading<T> read(String name, TelemetrySource<T> source)
            throws IOException, InterruptedException {
        List<Reading<T>> readings = new ArrayList<>(1);
        Deadline deadline = Deadline.in(Duration.ofMinutes(1));
        time(name, () -> readings.add(source.read(deadline)));
        return readings.get(0);
    }

    private void time(String name, Step step) throws IOException, InterruptedException {
        Row row = rows.computeIfAbsent(name, absent -> new Row());
        int children = commands.children();
        long notOurs = commands.cpuNanos();
        long waited = commands.wallNanos();
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        step.run();
        long cpuAfter = THREADS.getCurrentThreadCpuTime();
        long wallAfter = System.nanoTime();
        row.cpuMicros.add((cpuAfter - cpu - (commands.cpuNanos() - notOurs)) / 1e3);
        row.wallMillis.add((wallAfter - wall - (commands.wallNanos() - waited)) / 1e6);
        row.children = commands.children() - children;
    }

    private static double number(Map<?, ?> row, String key) {
        return row.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    private static void print(Map<String, Object> report, PrintStream out) {
        out.println(report.get("machine"));
        out.printf("%-68s %9s %9s %9s%n", "", "first µs", "CPU µs", "children");
        if (report.get("results") instanceof List<?> results) {
            for (Object result : results) {
                Map<?, ?> row = (Map<?, ?>) result;
                out.printf(
                        Locale.ROOT,
                        "%-68s %9.0f %9.0f %9s%n",
                        row.get("name"),
                        number(row, "first_cpu_us"),
                        number(row, "cpu_us"),
                        row.get("children"));
            }
        }
    }
}
