package dev.farrier.explain;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Severity;
import dev.farrier.action.Ledger;
import dev.farrier.action.NodeState;
import dev.farrier.action.Owner;
import dev.farrier.action.OwnerRule;
import dev.farrier.action.Reason;
import dev.farrier.check.Check;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.Mode;
import dev.farrier.config.Share;
import dev.farrier.journal.Journal;
import dev.farrier.json.JsonFile;
import dev.farrier.policy.DrainBudget;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Rules;
import dev.farrier.run.Boot;
import dev.farrier.run.NodeRun;
import dev.farrier.run.RunFiles;
import dev.farrier.run.RunJournal;
import dev.farrier.run.VerdictFile;
import dev.farrier.slurm.SlurmNodeController;
import dev.farrier.slurm.SlurmOutput;
import dev.farrier.slurm.SlurmSettings;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.verdict.Evaluator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets real runs go over a sequence of events, with a simulated Slurm and files in a folder of its
 * own: mode act, a node that has been up for a day, a periodic look at each time. A failing check
 * is FATAL and not latched.
 *
 * <p>A drain that the sequence shows as ours counts as one that we wrote: it stands in our ledger.
 */
final class SequenceRun {
    private static final NodeName NODE = new NodeName(SimulatedSlurm.NODE);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final double UP_BEFORE = 86_400; // seconds
    private static final String UNNAMED = "check";
    private static final Duration TIME_FOR_A_RUN = Duration.ofMinutes(5);

    private final Path folder;
    private final Context context;
    private final SimulatedSlurm slurm = new SimulatedSlurm();
    private final Set<String> keys = new LinkedHashSet<>();
    private final List<Map<String, Object>> actions = new ArrayList<>();
    private final Map<String, Object> states = new LinkedHashMap<>();
    private final boolean showsNode;

    /** The reason as it is shown, for one of ours that stands at Slurm in another form. */
    private final Map<String, String> shownReasons = new LinkedHashMap<>();

    private double bootedAt = -UP_BEFORE;
    private int boots;

    SequenceRun(Path folder, List<SequenceEvent> events, Context context) {
        this.folder = folder;
        this.context = context;
        slurm.setPartition(
                (int) context.number("partition_nodes").orElse(100),
                (int) context.number("drained_by_us").orElse(0));
        boolean shown = false;
        for (SequenceEvent event : events) {
            event.check().filter(check -> !check.name().isEmpty()).ifPresent(this::know);
            event.node().ifPresent(this::knowOurs);
            shown |= event.node().isPresent();
        }
        if (keys.isEmpty()) {
            keys.add(UNNAMED);
        }
        showsNode = shown;
    }

    /** A result for a name without an argument stands for all arguments that are known. */
    private void know(SequenceEvent.Check check) {
        keys.add(check.key());
    }

    private void knowOurs(SequenceEvent.Node node) {
        if (owner(node) == Owner.OURS) {
            keys.addAll(codes(node.reason().orElse("")));
        }
    }

    private Owner owner(SequenceEvent.Node node) {
        NodeState state =
                SlurmOutput.state(NODE, node.state(), node.reason(), node.user(), context.owners());
        return state.drained() ? state.owner() : Owner.NONE;
    }

    /** Of a reason of ours, in Farrier's own form or {@code <prefix><check>[<arg>] <text>}. */
    private List<String> codes(String reason) {
        List<String> signed = Reason.codes(Reason.withoutAdditions(reason));
        if (!signed.isEmpty()) {
            return signed;
        }
        String bare = Reason.withoutAdditions(reason);
        String prefix = context.owners().prefix();
        String text = (bare.startsWith(prefix) ? bare.substring(prefix.length()) : bare).strip();
        int end = text.indexOf(' ');
        return List.of(SequenceEvent.plain(end < 0 ? text : text.substring(0, end)));
    }

    /** Goes over the events; may be done once. */
    void run(List<SequenceEvent> events) throws IOException, InterruptedException {
        for (List<SequenceEvent> look : SequenceEvent.byTime(events)) {
            double at = look.get(0).at();
            Instant now = START.plusMillis((long) (at * 1000));
            slurm.setNow(now);
            List<SequenceEvent.Check> results = new ArrayList<>();
            for (SequenceEvent event : look) {
                if (event.rebooted()) {
                    bootedAt = at;
                    boots++;
                }
                event.drainedByUs().ifPresent(slurm::setDrainedByUs);
                if (event.node().isPresent()) {
                    show(event.node().get(), now);
                }
                event.check().ifPresent(results::add);
            }
            machine(at);
            nodeRun(results, now).run(look.get(0).trigger(), Deadline.in(TIME_FOR_A_RUN));
            for (String write : slurm.takeWrites()) {
                Map<String, Object> action = new LinkedHashMap<>();
                action.put("t", at == Math.rint(at) ? (Object) (long) at : (Object) at);
                action.put("action", write);
                if (write.equals("drain")) {
                    action.put("reason", shown(slurm.reason().orElse("")));
                }
                actions.add(action);
            }
            states.put("final_at_" + SequenceExplainer.seconds(at), state());
        }
    }

    private void show(SequenceEvent.Node node, Instant now) throws IOException {
        Optional<String> reason = node.reason();
        if (owner(node) == Owner.OURS) {
            reason = Optional.of(ours(node, now));
            shownReasons.put(reason.get(), node.reason().orElse(""));
        }
        slurm.show(node.state(), reason, node.user());
    }

    /** Our drain as the ledger has it; when it has none, the drain is written there. */
    private String ours(SequenceEvent.Node node, Instant now) throws IOException {
        JsonFile file = new JsonFile(folder.resolve("ledger.json"));
        Ledger ledger = file.read(Ledger::fromJson).value().orElse(Ledger.EMPTY);
        Optional<Ledger.Drain> open = ledger.open(NODE);
        if (open.isPresent()) {
            return open.get().reason();
        }
        String given = node.reason().orElse("");
        List<String> codes = codes(given);
        boolean signed = Reason.isUnedited(Reason.withoutAdditions(given));
        String reason = signed ? Reason.withoutAdditions(given) : Reason.ofFaults(codes, "").text();
        file.write(ledger.begun(NODE, reason, codes, now, true).toJson());
        return reason;
    }

    private String shown(String reason) {
        String known = shownReasons.get(reason);
        if (known != null) {
            return known;
        }
        String prefix = context.owners().prefix();
        return prefix.equals(Reason.PREFIX) || !Reason.isUnedited(reason)
                ? reason
                : prefix + reason.substring(reason.indexOf(' ') + 1);
    }

    List<Map<String, Object>> actions() {
        return actions;
    }

    /** By {@code final_at_T}, after each time. */
    Map<String, Object> states() {
        return states;
    }

    /** The node as Slurm shows it; where the sequence never shows it, whether it is drained. */
    Object state() {
        if (!showsNode) {
            return slurm.isDrained() ? "drained" : "in-service";
        }
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("state", slurm.state());
        node.put("reason", slurm.reason().map(this::shown).orElse(null));
        node.put("user", slurm.user().orElse(null));
        return node;
    }

    private Machine machine(double at) throws IOException {
        Path kernel = folder.resolve("proc/sys/kernel/random");
        Files.createDirectories(kernel);
        Files.writeString(kernel.resolve("boot_id"), "boot-" + boots + "\n");
        Files.writeString(folder.resolve("proc/uptime"), (at - bootedAt) + " 0.00\n");
        return new Machine(folder, slurm);
    }

    private NodeRun nodeRun(List<SequenceEvent.Check> results, Instant now) {
        InstantSource clock = InstantSource.fixed(now);
        HealthConfig defaults = HealthConfig.defaults("explain");
        SlurmSettings settings =
                new SlurmSettings(
                        "/usr/bin/scontrol",
                        Optional.empty(),
                        Duration.ofSeconds(5),
                        OwnerRule.ofFarrier("slurm"));
        return new NodeRun(
                NODE,
                new Evaluator(checks(results), clock),
                new CounterBook(),
                new Policy(rules(defaults), List.of()),
                new NodeRun.Site(
                        Optional.of(() -> new SlurmNodeController(slurm, settings)),
                        "",
                        duration -> {},
                        () -> false),
                new RunFiles(
                        folder,
                        folder.resolve("run"),
                        new VerdictFile(folder.resolve("run/verdict"), defaults.interval()),
                        () -> true),
                new RunJournal(
                        new Journal(folder.resolve("journal.jsonl"), 64 << 20, 0, clock), NODE),
                new Boot(new Machine(folder, slurm)),
                clock);
    }

    private Rules rules(HealthConfig defaults) {
        Rules usual = Rules.of(defaults);
        Share budget =
                context.number("drain_budget").isPresent()
                        ? Share.nodes((int) context.number("drain_budget").getAsLong())
                        : usual.budget().budget();
        return new Rules(
                context.text("mode").filter("observe"::equals).isPresent()
                        ? Mode.OBSERVE
                        : Mode.ACT,
                (int) context.number("fail_after").orElse(usual.failCount()),
                seconds("fail_window_s", usual.failWindow()),
                (int) context.number("recover_after").orElse(usual.passCount()),
                seconds("recover_stable_s", usual.passHold()),
                seconds("boot_grace_s", usual.bootGrace()),
                new DrainBudget(budget, usual.budget().commonCause(), usual.budget().window()),
                Duration.ZERO,
                usual.commonCauseHold(),
                usual.witness());
    }

    private Duration seconds(String key, Duration usual) {
        return context.number(key).isPresent()
                ? Duration.ofSeconds(context.number(key).getAsLong())
                : usual;
    }

    private List<CheckInstance<?>> checks(List<SequenceEvent.Check> results) {
        List<CheckInstance<?>> checks = new ArrayList<>();
        CheckSettings settings =
                new CheckSettings(Duration.ofSeconds(10), Optional.empty(), Optional.empty(), true);
        for (String key : keys) {
            for (int i = results.size() - 1; i >= 0; i--) {
                if (results.get(i).isAbout(key)) {
                    checks.add(
                            new CheckInstance<>(
                                    key, new OneCheck(key), new Told(results.get(i)), settings));
                    break;
                }
            }
        }
        return checks;
    }

    /** That a check could look, and what it saw. */
    private record Seen(boolean failed) implements Observation {}

    private record Told(SequenceEvent.Check result) implements TelemetrySource<Seen> {
        @Override
        public String origin() {
            return "the sequence";
        }

        @Override
        public Reading<Seen> read(Deadline deadline) {
            return switch (result.result()) {
                case "pass" -> new Reading.Present<>(new Seen(false));
                case "fail" -> new Reading.Present<>(new Seen(true));
                default -> new Reading.Failed<>(result.result() + " " + result.why());
            };
        }
    }

    private record OneCheck(String id) implements Check<Seen> {
        @Override
        public List<Fault> faults() {
            return List.of(Fault.of(id, Severity.FATAL, Remedy.NONE));
        }

        @Override
        public Examination examine(Seen seen) {
            List<Finding> findings =
                    seen.failed()
                            ? List.of(
                                    Finding.of(
                                            faults().get(0),
                                            new Component("node", ""),
                                            "it failed",
                                            "fail",
                                            "pass"))
                            : List.of();
            return new Examination(id, seen.failed() ? "fail" : "pass", "pass", findings);
        }
    }
}
