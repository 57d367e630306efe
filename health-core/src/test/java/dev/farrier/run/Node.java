package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.action.Ledger;
import dev.farrier.action.Owner;
import dev.farrier.check.Check;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.Mode;
import dev.farrier.config.Share;
import dev.farrier.journal.Journal;
import dev.farrier.json.Json;
import dev.farrier.policy.DrainBudget;
import dev.farrier.policy.Pause;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Rules;
import dev.farrier.telemetry.ByProgram;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.verdict.Evaluator;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node with one check, a clock of its own and a scheduler in memory: what a run sees and leaves
 * behind.
 */
final class Node {
    static final String NAME = "node01";

    final FakeNodeController scheduler;
    final Path root;
    final String name;
    String reading = "pass";
    boolean hangs;
    Fault other = Fault.of("ib.degraded", Severity.FATAL, Remedy.REPLACE);
    Fault fault = Fault.of("ib.down", Severity.FATAL, Remedy.REPLACE);
    Mode mode = Mode.ACT;
    Optional<Mode> checkMode = Optional.empty();
    Optional<Duration> every = Optional.empty();
    int fingerprint;

    /** Digest of the program that tells the facts; empty when we look ourselves. */
    String program = "";

    /** How often the check saw its fact. */
    int looks;

    boolean nameIsCertain = true;
    Turn turn = () -> true;
    long counter;
    Optional<Increase> increase = Optional.empty();
    String boot = "boot-1";
    double uptime = 86_400;
    Path folder;
    Duration time = Duration.ofSeconds(30);
    int failCount = 2;
    Duration failWindow = Duration.ofMinutes(5);

    private final Instant start = Instant.parse("2026-11-30T10:00:00Z");

    Share budget = Share.percent(100);
    Optional<Share> commonCause = Optional.empty();
    List<Pause> pauses = List.of();
    boolean pausesChange;
    String hostName = "";
    final List<Duration> waits = new ArrayList<>();

    Node(Path root) {
        this(root, NAME, new FakeNodeController());
    }

    /** One of several nodes of the same scheduler. */
    Node(Path root, String name, FakeNodeController scheduler) {
        this.root = root;
        this.folder = root;
        this.name = name;
        this.scheduler = scheduler;
        scheduler.set(name, "IDLE", "", Owner.NONE);
    }

    private interface Fact extends Observation {
        String reading();
    }

    private record Seen(String reading) implements Fact {}

    private record Told(String reading, String digest) implements Fact, ByProgram {}

    private final class OneCheck implements Check<Fact> {
        @Override
        public String id() {
            return "ib-link";
        }

        @Override
        public List<Fault> faults() {
            return List.of(fault, other);
        }

        @Override
        public Examination examine(Fact fact) {
            List<Finding> findings = new ArrayList<>();
            if (fact.reading().equals("fail") || fact.reading().equals("both")) {
                findings.add(finding(fault, "the link is down", "DOWN"));
            }
            if (fact.reading().equals("other") || fact.reading().equals("both")) {
                findings.add(finding(other, "the link is slow", "SDR"));
            }
            return new Examination("mlx5_0", fact.reading(), "", findings);
        }
    }

    private static Finding finding(Fault fault, String message, String value) {
        return Finding.of(fault, new Component("port", "mlx5_0"), message, value, "ACTIVE");
    }

    private final class OneSource implements TelemetrySource<Fact> {
        private final CounterBook counters;

        OneSource(CounterBook counters) {
            this.counters = counters;
        }

        @Override
        public String origin() {
            return "/sys/class/infiniband";
        }

        @Override
        public Reading<Fact> read(Deadline deadline) throws InterruptedException {
            if (hangs) {
                Thread.sleep(deadline.remaining().toMillis() + 1);
            }
            increase = counters.note("mlx5_0:1", "link_downed", counter);
            return switch (reading) {
                case "pass", "fail", "other", "both" -> new Reading.Present<>(fact());
                case "vanished" -> new Reading.Unsupported<>("no such port");
                default -> new Reading.Failed<>(reading);
            };
        }
    }

    private Fact fact() {
        looks++;
        return program.isEmpty() ? new Seen(reading) : new Told(reading, program.strip());
    }

    /** A periodic look, {@code seconds} after the last one. */
    Verdict lookAfter(double seconds, String next) throws IOException, InterruptedException {
        uptime += seconds;
        reading = next;
        return look(Trigger.PERIODIC);
    }

    Verdict look(Trigger trigger) throws IOException, InterruptedException {
        Files.createDirectories(root.resolve("proc/sys/kernel/random"));
        Files.writeString(root.resolve("proc/sys/kernel/random/boot_id"), boot + "\n");
        Files.writeString(root.resolve("proc/uptime"), uptime + " 0.00\n");
        Machine machine =
                new Machine(
                        root,
                        (command, deadline) -> {
                            throw new AssertionError("no command is run here");
                        });
        NodeName node = new NodeName(name);
        InstantSource clock = () -> start.plusMillis((long) (uptime * 1000));
        scheduler.now = clock.instant();
        CheckSettings settings =
                new CheckSettings(Duration.ofSeconds(1), Optional.empty(), checkMode, true, every);
        Evaluator evaluator =
                new Evaluator(
                        List.of(
                                new CheckInstance<>(
                                        "ib",
                                        new OneCheck(),
                                        new OneSource(machine.counters()),
                                        settings,
                                        fingerprint)),
                        clock);
        Rules rules =
                new Rules(
                        mode,
                        failCount,
                        failWindow,
                        3,
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(5),
                        new DrainBudget(budget, commonCause, Duration.ofMinutes(10)),
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(30),
                        Duration.ofSeconds(90));
        NodeRun.Site site =
                new NodeRun.Site(
                        nameIsCertain ? Optional.of(() -> scheduler) : Optional.empty(),
                        hostName,
                        waits::add,
                        () -> pausesChange);
        NodeRun run =
                new NodeRun(
                        node,
                        evaluator,
                        machine.counters(),
                        new Policy(rules, pauses),
                        site,
                        new RunFiles(
                                folder,
                                root.resolve("run"),
                                new VerdictFile(root.resolve("run/verdict"), Duration.ofMinutes(1)),
                                turn),
                        new RunJournal(
                                new Journal(root.resolve("journal.jsonl"), 1 << 20, 2, clock),
                                node),
                        new Boot(machine),
                        clock);
        return run.run(trigger, Deadline.in(time));
    }

    String verdictLine() throws IOException {
        return Files.readString(root.resolve("run/verdict")).strip();
    }

    /** The sixth field of the verdict: whether a Prolog may send jobs elsewhere. */
    String flag() throws IOException {
        return verdictLine().split(" ", 7)[5];
    }

    Ledger ledger() throws IOException {
        return Ledger.fromJson(Json.object(Files.readString(root.resolve("ledger.json"))));
    }

    List<Map<String, Object>> journal(String event) throws IOException {
        List<Map<String, Object>> events = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve("journal.jsonl"))) {
            Map<String, Object> object = Json.object(line);
            if (event.equals(object.get("event"))) {
                events.add(object);
            }
        }
        return events;
    }
}
