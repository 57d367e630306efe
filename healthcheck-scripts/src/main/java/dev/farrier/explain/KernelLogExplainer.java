package dev.farrier.explain;

import dev.farrier.Severity;
import dev.farrier.check.kernel.KernelChecks;
import dev.farrier.telemetry.kernel.KernelEvent;
import dev.farrier.telemetry.kernel.KernelLines;
import dev.farrier.telemetry.kernel.KernelRecord;
import dev.farrier.telemetry.kernel.KernelRecords;
import dev.farrier.telemetry.kernel.LogText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kernel's log, as {@code /dev/kmsg}, {@code dmesg}, {@code journalctl -k} or a syslog file has
 * it. Which of the kinds a log is goes by what most of its lines are about.
 */
final class KernelLogExplainer implements Explainer {
    static final KernelLogExplainer AER = new KernelLogExplainer("kmsg-aer", Set.of("aer"));
    static final KernelLogExplainer EDAC =
            new KernelLogExplainer(
                    "kmsg-edac",
                    Set.of("edac", "memory-failure", "firmware-error", "machine-check"));
    static final KernelLogExplainer LINKS =
            new KernelLogExplainer(
                    "kmsg-mlx5",
                    Set.of("link", "mlx5-module", "mlx5-power", "mlx5-cmd-error", "mlx5-health"));
    static final KernelLogExplainer HUNG =
            new KernelLogExplainer(
                    "kmsg-hung",
                    Set.of(
                            "hung-task",
                            "nfs-not-responding",
                            "nfs-ok",
                            "soft-lockup",
                            "hard-lockup",
                            "rcu-stall"));

    private static final List<KernelLogExplainer> ALL = List.of(AER, EDAC, LINKS, HUNG);

    /** What no line of these kinds is without. */
    private static final List<String> TRACES =
            List.of(
                    "PCIe Bus Error: ",
                    "AER: ",
                    "EDAC MC",
                    "[Hardware Error]: ",
                    "Memory failure: ",
                    "mlx5_core ",
                    "NIC Link is ",
                    "INFO: task ",
                    "nfs: server ",
                    "soft lockup",
                    "hard LOCKUP",
                    "INFO: rcu_");

    /** Said of each machine check, whatever it was. */
    private static final String GENERIC = "machine-check.logged";

    private final String kind;
    private final Set<String> types;

    private KernelLogExplainer(String kind, Set<String> types) {
        this.kind = kind;
        this.types = types;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public List<Input> pick(List<Input> inputs, Context context) {
        List<Input> picked = new ArrayList<>();
        for (Input input : inputs) {
            if (isMostlyOfThisKind(input)) {
                picked.add(input);
            }
        }
        return picked;
    }

    private boolean isMostlyOfThisKind(Input input) {
        if (input.isBinary() || input.tree().isPresent() || input.json() != null) {
            return false;
        }
        String text = input.text();
        if (TRACES.stream().noneMatch(text::contains)) {
            return false;
        }
        List<KernelRecord> records = LogText.parse(text).records();
        List<KernelEvent> events = KernelLines.events(records);
        long ours = count(events);
        for (KernelLogExplainer other : ALL) {
            long theirs = other == this ? 0 : other.count(events);
            if (theirs > ours || theirs == ours && ALL.indexOf(other) < ALL.indexOf(this)) {
                return false;
            }
        }
        return ours > 0 && ours >= ofGpuDriver(records);
    }

    private long count(List<KernelEvent> events) {
        return events.stream().filter(event -> types.contains(event.type())).count();
    }

    private static long ofGpuDriver(List<KernelRecord> records) {
        return records.stream()
                .map(KernelRecord::text)
                .filter(text -> text.startsWith("NVRM: ") || text.startsWith("nvidia-nvswitch"))
                .count();
    }

    @Override
    public Explanation explain(List<Input> inputs, Context context) {
        List<Object> events = new ArrayList<>();
        List<Object> others = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("events", events);
        members.put("other_events", others);
        boolean drain = false;
        for (Input input : inputs) {
            KernelRecords log = input.read(LogText::parse);
            List<KernelEvent> found = KernelLines.events(log.records());
            for (KernelEvent event : found) {
                if (event.kind().equals(GENERIC)) {
                    continue;
                }
                Judged judged = Judged.of(event, context);
                (types.contains(event.type()) ? events : others).add(judged.members());
                lines.add(judged.line());
                drain |= types.contains(event.type()) && judged.drains();
            }
            addLines(log, found, members);
            addTrust(log, members);
            Links.of(found, context).addTo(members);
            addTotals(found, members);
        }
        members.put("node_effect", drain ? "drain" : "none");
        return new Explanation(members, lines);
    }

    /** An event and how bad it is. */
    private record Judged(KernelEvent event, Severity severity) {
        static Judged of(KernelEvent event, Context context) {
            Severity severity = KernelChecks.severity(event);
            return new Judged(event, Links.severity(event, severity, context));
        }

        boolean drains() {
            return severity == Severity.FATAL;
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            KernelRecord first = event.first();
            members.put("line", first.line());
            members.put("type", event.type());
            if (first.sequence() != KernelRecord.UNKNOWN) {
                members.put("seq", first.sequence());
                members.put("usec", first.micros());
            }
            if (first.repeats() > 1) {
                members.put("repeat", first.repeats());
            }
            members.putAll(event.fields());
            members.put("severity", word());
            members.put("node_effect", drains() ? "drain" : "none");
            return members;
        }

        /** A memory error that takes the node out is still one part's error. */
        private String word() {
            return event.kind().equals("memory.uncorrected")
                    ? Severity.DEGRADED.word()
                    : severity.word();
        }

        String line() {
            return "line "
                    + event.first().line()
                    + ": "
                    + word()
                    + ": "
                    + (event.subject().isEmpty() ? "" : event.subject() + ": ")
                    + event.message()
                    + (drains() ? " (drain)" : "");
        }
    }

    /** Lines that are no part of an event, and those that say only that there was one. */
    private static void addLines(
            KernelRecords log, List<KernelEvent> found, Map<String, Object> members) {
        List<Object> generic = new ArrayList<>();
        List<Object> nonEvents = new ArrayList<>();
        BitSet ofEvents = new BitSet();
        BitSet ofGeneric = new BitSet();
        for (KernelEvent event : found) {
            BitSet its = event.kind().equals(GENERIC) ? ofGeneric : ofEvents;
            its.set(event.first().line(), event.last().line() + 1);
        }
        for (KernelRecord record : log.records()) {
            if (ofGeneric.get(record.line())) {
                generic.add(record.line());
            } else if (!ofEvents.get(record.line())) {
                nonEvents.add(record.line());
            }
        }
        members.put("generic", generic);
        members.put("non_events", nonEvents);
    }

    private static void addTrust(KernelRecords log, Map<String, Object> members) {
        List<Object> untrusted = new ArrayList<>();
        List<Object> gaps = new ArrayList<>();
        for (KernelRecord record : log.records()) {
            if (!record.ofKernel()) {
                Map<String, Object> written = new LinkedHashMap<>();
                written.put("line", record.line());
                if (record.sequence() != KernelRecord.UNKNOWN) {
                    written.put("seq", record.sequence());
                }
                untrusted.add(written);
            }
        }
        for (KernelRecords.Gap gap : log.gaps()) {
            Map<String, Object> missing = new LinkedHashMap<>();
            missing.put("after_seq", gap.afterSequence());
            missing.put("before_seq", gap.beforeSequence());
            missing.put("lost", gap.lost());
            gaps.add(missing);
        }
        members.put("untrusted", untrusted);
        members.put("gaps", gaps);
    }

    /** Errors counted as the kernel counts them: an EDAC line may stand for thousands. */
    private static void addTotals(List<KernelEvent> found, Map<String, Object> members) {
        Map<String, Long> totals = new LinkedHashMap<>();
        for (KernelEvent event : found) {
            if (event.fields().get("count") instanceof Long count
                    && event.fields().get("kind") instanceof String word) {
                totals.merge(word, count, Long::sum);
            } else if (event.fields().get("aer") instanceof String level) {
                totals.merge(level, 1L, Long::sum);
            }
        }
        members.put("totals", totals);
    }
}
