package dev.farrier.cluster;

import dev.farrier.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures what a scheduler waits for, and what the refresh behind it costs; {@code
 * test-cluster/bench hook} starts it. The cases take turns, so that whatever else this machine does
 * meets all of them.
 */
final class HookBenchmark {
    private static final int HOOK_RUNS = 200;
    private static final int REFRESH_RUNS = 20;
    private static final int RSS_RUNS = 3;
    private static final long RSS_NANOS = 1_500_000_000;
    private static final int SLEEPERS = 2_000;
    private static final List<Integer> AT_ONCE = List.of(10, 100);

    /**
     * @param notBefore a file that must not be there: a refresh leaves at once when its verdict is
     *     fresh
     */
    private record Case(
            Figures figures, List<String> argv, List<String> environment, Path notBefore) {
        Child start() throws IOException {
            Files.deleteIfExists(notBefore);
            return Child.start(argv, environment);
        }

        void measure() throws IOException {
            measure(System.nanoTime());
        }

        /**
         * @param since when it was wanted, as {@link System#nanoTime} has it
         */
        void measure(long since) throws IOException {
            Child.Usage usage = start().await(since);
            if (usage.exitCode() != 0) {
                throw new IOException(argv + " exited " + usage.exitCode());
            }
            figures.add(usage);
        }
    }

    private final Map<String, String> options;
    private final Path root;
    private final PrintStream progress;
    private final List<Figures> results = new ArrayList<>();

    private HookBenchmark(Map<String, String> options, Path root, PrintStream progress) {
        this.options = options;
        this.root = root;
        this.progress = progress;
    }

    /**
     * @param args pairs: {@code --root} an empty folder, {@code --run} one on a tmpfs, {@code
     *     --config} the configuration, {@code --hook} the hook, {@code --dist} the unpacked
     *     distribution, {@code --java17} and {@code --java25} Javas or empty, {@code --json true}
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i + 1 < args.length; i += 2) {
            options.put(args[i], args[i + 1]);
        }
        Path root = Path.of(options.getOrDefault("--root", "")).toAbsolutePath();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        new HookBenchmark(options, root, System.err).run(out);
    }

    private void run(PrintStream out) throws Exception {
        makeRoot();
        String before = ThisMachine.load();
        measureHooks("");
        measureRefreshes("");
        List<Child> sleepers = new ArrayList<>();
        Thread stop = new Thread(() -> sleepers.forEach(Child::kill));
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            for (int i = 0; i < SLEEPERS; i++) {
                sleepers.add(Child.start(List.of("/bin/sleep", "1800"), List.of()));
            }
            measureHooks("-" + SLEEPERS + "procs");
            measureRefreshes("-" + SLEEPERS + "procs");
        } finally {
            Runtime.getRuntime().removeShutdownHook(stop);
            for (Child sleeper : sleepers) {
                sleeper.kill();
                sleeper.await(System.nanoTime());
            }
        }
        report(
                out,
                ThisMachine.describe()
                        + ", load "
                        + before
                        + " before and "
                        + ThisMachine.load()
                        + " after");
    }

    /** A tree with the real kernel's files, where a refresh has been before. */
    private void makeRoot() throws IOException {
        Files.createDirectories(root.resolve("etc/farrier"));
        Files.createSymbolicLink(root.resolve("run"), Path.of(option("--run")));
        Files.createDirectories(root.resolve("var/lib/farrier"));
        Files.createSymbolicLink(root.resolve("proc"), Path.of("/proc"));
        Files.createSymbolicLink(root.resolve("sys"), Path.of("/sys"));
        Files.copy(Path.of(option("--config")), root.resolve("etc/farrier/farrier.yaml"));
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        Files.writeString(
                root.resolve("var/lib/farrier/state.json"),
                Json.write(
                        Map.of(
                                "schema",
                                1L,
                                "boot",
                                boot,
                                "inspectedBoot",
                                boot,
                                "streaks",
                                Map.of())));
    }

    /** Due in half an hour, which is as far ahead as a hook takes for true. */
    private Path freshVerdict() throws IOException {
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        String up = Files.readString(Path.of("/proc/uptime"));
        long now = Long.parseLong(up.substring(0, up.indexOf('.')));
        Path hooks = Files.createDirectories(root.resolve("run/hooks"));
        Files.writeString(
                hooks.resolve("verdict"),
                "1 " + boot + " " + (now + 1800) + " " + (now + 3600) + " HEALTHY 0 -\n");
        return hooks;
    }

    private String option(String name) {
        String value = options.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private Case make(String name, List<String> argv, String... environment) {
        Figures figures = new Figures(name);
        results.add(figures);
        return new Case(figures, argv, List.of(environment), root.resolve("run/farrier/verdict"));
    }

    private void measureHooks(String suffix) throws Exception {
        List<String> hook = List.of(option("--hook"));
        String[] environment = {
            "SLURMD_NODENAME=node01", "FARRIER_RUN=" + freshVerdict(), "FARRIER=" + trap()
        };
        List<Case> cases =
                List.of(
                        make("bin-true" + suffix, List.of("/bin/true")),
                        make("hook-fresh" + suffix, hook, environment));
        takeTurns(cases, HOOK_RUNS);
        for (int width : AT_ONCE) {
            Case many = make("hook-fresh-" + width + suffix, hook, environment);
            progress.println(many.figures.name());
            for (int started = 0; started < HOOK_RUNS; started += width) {
                measureAtOnce(many, width);
            }
            measureRss(many);
        }
        if (Files.exists(root.resolve("started"))) {
            throw new IOException("a hook took the fresh verdict for an old one");
        }
    }

    /** What a hook would start if its verdict were not fresh. */
    private Path trap() throws IOException {
        Path script = root.resolve("trap");
        Files.writeString(script, "#!/bin/sh\n: >'" + root.resolve("started") + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private static void measureAtOnce(Case what, int width) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(width);
        try {
            CountDownLatch start = new CountDownLatch(1);
            AtomicLong since = new AtomicLong();
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                calls.add(
                        threads.submit(
                                () -> {
                                    start.await();
                                    what.measure(since.get());
                                    return null;
                                }));
            }
            since.set(System.nanoTime());
            start.countDown();
            for (Future<?> call : calls) {
                call.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private void measureRefreshes(String suffix) throws IOException {
        String program = option("--dist") + "/bin/farrier";
        List<String> refresh =
                List.of(
                        program,
                        "refresh",
                        "--root",
                        root.toString(),
                        "--node",
                        "node01",
                        "--trigger",
                        "periodic");
        List<Case> cases = new ArrayList<>();
        for (String java : List.of("17", "25")) {
            String path = options.getOrDefault("--java" + java, "");
            if (path.isEmpty()) {
                progress.println("SKIPPED: oneshot-" + java + ", there is no such Java");
            } else {
                cases.add(make("oneshot-" + java + suffix, refresh, "FARRIER_JAVA=" + path));
            }
        }
        cases.add(make("oneshot-dist" + suffix, refresh, "LC_ALL=C.UTF-8"));
        takeTurns(cases, REFRESH_RUNS);
        String verdict = Files.readString(root.resolve("run/farrier/verdict"));
        progress.print("verdict: " + verdict);
    }

    private void takeTurns(List<Case> cases, int runs) throws IOException {
        for (Case each : cases) {
            progress.println(each.figures.name());
            measureRss(each); // warms the page cache too
        }
        for (int i = 0; i < runs; i++) {
            for (Case each : cases) {
                each.measure();
            }
        }
    }

    /** In runs of its own, since looking costs time; more of them for what is gone in a moment. */
    private static void measureRss(Case what) throws IOException {
        long started = System.nanoTime();
        for (int i = 0; i < RSS_RUNS || System.nanoTime() - started < RSS_NANOS; i++) {
            Child child = what.start();
            long now = 0;
            while (now >= 0) { // until it is a zombie, which has no memory
                what.figures.addRss(now / 1024.0);
                now = peakKibibytes(child.pid());
            }
            child.await(System.nanoTime());
        }
    }

    /** Of a process or the one of its children that has most; negative when it has ended. */
    private static long peakKibibytes(int pid) {
        if (isStillUs(pid)) {
            return 0;
        }
        long own = kibibytes(pid);
        if (own < 0) {
            return -1;
        }
        String children = text(Path.of("/proc/" + pid + "/task/" + pid + "/children"));
        for (String child : children == null ? new String[0] : children.split(" ", -1)) {
            own = child.isEmpty() ? own : Math.max(own, kibibytes(Integer.parseInt(child)));
        }
        return own;
    }

    /** For a moment after the start a child still has our memory. */
    private static boolean isStillUs(int pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/exe"))
                    .equals(Files.readSymbolicLink(Path.of("/proc/self/exe")));
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    private static long kibibytes(int pid) {
        String status = text(Path.of("/proc/" + pid + "/status"));
        int at = status == null ? -1 : status.indexOf("VmHWM:");
        if (status == null || at < 0) {
            return -1;
        }
        int end = status.indexOf(" kB", at);
        return Long.parseLong(status.substring(at + "VmHWM:".length(), end).strip());
    }

    private static @Nullable String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return null; // it has ended
        }
    }

    private void report(PrintStream out, String machine) {
        if (options.containsKey("--json")) {
            List<Object> list = new ArrayList<>();
            results.forEach(figures -> list.add(figures.toJson()));
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("machine", machine);
            json.put("results", list);
            out.println(Json.write(json));
            return;
        }
        out.println(machine);
        out.printf("%-28s %9s %9s %9s %9s%n", "", "p50 ms", "p99 ms", "CPU ms", "RSS MiB");
        for (Figures figures : results) {
            Map<String, Object> json = figures.toJson();
            out.printf(
                    Locale.ROOT,
                    "%-28s %9s %9s %9s %9s%n",
                    figures.name(),
                    json.get("p50_ms"),
                    json.get("p99_ms"),
                    json.get("cpu_ms"),
                    json.get("rss_mb"));
        }
    }
}
