package dev.farrier.cluster.scale;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.Trigger;
import dev.farrier.action.Ledger;
import dev.farrier.action.OwnerRule;
import dev.farrier.check.Check;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.CheckSettings;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.journal.Journal;
import dev.farrier.json.Json;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Rules;
import dev.farrier.run.Boot;
import dev.farrier.run.NodeRun;
import dev.farrier.run.RunFiles;
import dev.farrier.run.RunJournal;
import dev.farrier.run.VerdictFile;
import dev.farrier.slurm.SlurmNodeController;
import dev.farrier.slurm.SlurmSettings;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.verdict.Evaluator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One node: the run, the policy and the Slurm controller that are shipped, with files of its own,
 * one check, and a clock that it shares with all others.
 */
final class SimulatedNode {
    private static final String BOOT = "00000000-0000-4000-8000-000000000001";
    private static final double UPTIME_AT_START = 86_400;
    private static final double LONGEST_RUN = 100; // seconds, as of `farrier refresh`
    private static final long JOURNAL_BYTES = 1 << 20;
    private static final String SCONTROL = "/usr/bin/scontrol";

    private final NodeName name;
    private final Path folder;
    private final Fault fault;
    private final World world;
    private double runEnds;

    /**
     * What all nodes have in common.
     *
     * @param start the time of day at second 0
     * @param callTimeout of one call of the scheduler's commands
     */
    record World(
            SimulatedTime time,
            Instant start,
            Scheduler scheduler,
            Rules rules,
            Duration interval,
            Duration callTimeout,
            Tally tally) {}

    private record Fact(boolean broken) implements Observation {}

    private final class OneCheck implements Check<Fact> {
        @Override
        public String id() {
            return "one";
        }

        @Override
        public List<Fault> faults() {
            return List.of(fault);
        }

        @Override
        public Examination examine(Fact fact) {
            List<Finding> findings =
                    fact.broken
                            ? List.of(
                                    Finding.of(
                                            fault,
                                            new Component("gpu", "3"),
                                            "broken",
                                            "lost",
                                            "there"))
                            : List.of();
            return new Examination("gpu 3", "seen", "", findings);
        }
    }

    private record OneSource(boolean broken) implements TelemetrySource<Fact> {
        @Override
        public String origin() {
            return "simulated";
        }

        @Override
        public Reading<Fact> read(Deadline deadline) {
            return new Reading.Present<>(new Fact(broken));
        }
    }

    SimulatedNode(String name, Path folder, String code, boolean latched, World world)
            throws IOException {
        Fault passing = Fault.of(code, Severity.FATAL, Remedy.REPLACE);
        this.name = new NodeName(name);
        this.folder = folder;
        this.fault = latched ? passing.asLatched() : passing;
        this.world = world;
        Files.createDirectories(folder.resolve("proc/sys/kernel/random"));
        Files.writeString(folder.resolve("proc/sys/kernel/random/boot_id"), BOOT + "\n");
        // Looked before in this boot, and never drained.
        Files.writeString(folder.resolve("ledger.json"), Json.write(Ledger.EMPTY.toJson()));
        Files.writeString(
                folder.resolve("state.json"),
                Json.write(
                        Map.of(
                                "schema",
                                1L,
                                "node",
                                name,
                                "boot",
                                BOOT,
                                "inspectedBoot",
                                BOOT,
                                "streaks",
                                Map.of())));
    }

    /** Looks once an interval, as long as the time is not over; later when a look takes longer. */
    void live(double first, double end, boolean broken) throws Exception {
        double interval = world.interval.toMillis() / 1000.0;
        for (double next = first; next < end; next += interval) {
            if (next >= world.time.now()) {
                world.time.sleepUntil(next);
                look(broken);
            }
        }
    }

    private void look(boolean broken) throws IOException, InterruptedException {
        runEnds = world.time.now() + LONGEST_RUN;
        tellUptime();
        CommandRunner none =
                (command, deadline) -> {
                    throw new IOException("no command is run here");
                };
        InstantSource clock = () -> world.start.plusMillis((long) (world.time.now() * 1000));
        CheckSettings settings =
                new CheckSettings(Duration.ofSeconds(1), Optional.empty(), Optional.empty(), true);
        SlurmSettings slurm =
                new SlurmSettings(
                        SCONTROL,
                        Optional.empty(),
                        world.callTimeout,
                        OwnerRule.ofFarrier("slurm"));
        NodeRun run =
                new NodeRun(
                        name,
                        new Evaluator(
                                List.of(
                                        new CheckInstance<>(
                                                "one",
                                                new OneCheck(),
                                                new OneSource(broken),
                                                settings)),
                                clock),
                        new CounterBook(),
                        new Policy(world.rules, List.of()),
                        new NodeRun.Site(
                                Optional.of(() -> new SlurmNodeController(this::call, slurm)),
                                "",
                                this::spread,
                                () -> false),
                        new RunFiles(
                                folder,
                                folder.resolve("run"),
                                new VerdictFile(folder.resolve("run/verdict"), world.interval),
                                () -> true),
                        new RunJournal(
                                new Journal(folder.resolve("journal"), JOURNAL_BYTES, 1, clock),
                                name),
                        new Boot(new Machine(folder, none)),
                        clock);
        run.run(Trigger.PERIODIC, Deadline.in(Duration.ofHours(1)));
    }

    private CommandResult call(Command command, Deadline deadline)
            throws IOException, InterruptedException {
        double wanted = world.time.now();
        double limit = Math.min(world.callTimeout.toMillis() / 1000.0, runEnds - wanted);
        if (limit <= 0) {
            throw new IOException("no time was left to start " + command.program());
        }
        Tally.Kind kind = Tally.Kind.of(command.argv());
        world.tally.called(kind, wanted);
        CommandResult result = world.scheduler.call(command.argv(), limit);
        tellUptime();
        if (kind == Tally.Kind.DRAIN || kind == Tally.Kind.UNDRAIN) {
            world.tally.written(kind, world.time.now());
        }
        return result;
    }

    private void spread(Duration duration) throws InterruptedException {
        world.time.sleepUntil(world.time.now() + duration.toMillis() / 1000.0);
        try {
            tellUptime();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the kernel tells it. */
    private void tellUptime() throws IOException {
        double uptime = UPTIME_AT_START + world.time.now();
        Files.writeString(
                folder.resolve("proc/uptime"), String.format(Locale.ROOT, "%.2f 0.00\n", uptime));
    }
}
