package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingType;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.CpuTopology;
import dev.farrier.telemetry.linux.CpuTopologySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds a node whose sockets, cores and threads are not as expected, whose SMT is set otherwise, or
 * that has CPUs switched off. Missing CPUs take a node out of service by {@link CpuCountCheck}
 * only.
 */
public final class CpuTopologyCheck implements Check<CpuTopology> {
    private static final Fault TOPOLOGY =
            Fault.of("cpu.topology.unexpected", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault SMT =
            Fault.of("cpu.smt.unexpected", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault OFFLINE =
            Fault.of("cpu.offline", Severity.WARNING, Remedy.REBOOT_NODE);

    private static final SettingType<CpuTopology.Smt> ON_OR_OFF =
            SettingTypes.oneOf(Map.of("on", CpuTopology.Smt.ON, "off", CpuTopology.Smt.OFF));

    private static final Setting<Integer> SOCKETS =
            Setting.optional("sockets", SettingTypes.COUNT, "The sockets that the node has.");
    private static final Setting<Integer> CORES =
            Setting.optional("cores", SettingTypes.COUNT, "The cores of all sockets together.");
    private static final Setting<Integer> THREADS =
            Setting.optional("threads", SettingTypes.COUNT, "The hardware threads of all cores.");
    private static final Setting<CpuTopology.Smt> SMT_STATE =
            Setting.optional(
                    "smt", ON_OR_OFF, "Whether cores run more than one thread; not judged unset.");
    private static final Setting<Boolean> ALLOW_OFFLINE =
            Setting.withDefault(
                    "allowOffline",
                    SettingTypes.FLAG,
                    false,
                    "CPUs may be switched off one by one; those that SMT off leaves idle always"
                            + " may.");

    public static final CheckKind KIND =
            new CheckKind(
                            "cpu.topology",
                            "Sockets, cores, threads and SMT are as expected, and no CPU is switched off.",
                            List.of(SOCKETS, CORES, THREADS, SMT_STATE, ALLOW_OFFLINE),
                            List.of(TOPOLOGY, SMT, OFFLINE),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new CpuTopologyCheck(
                                                    settings.find(SOCKETS),
                                                    settings.find(CORES),
                                                    settings.find(THREADS),
                                                    settings.find(SMT_STATE),
                                                    settings.get(ALLOW_OFFLINE)),
                                            sources.shared(
                                                    CpuTopologySource.class,
                                                    CpuTopologySource::new)))
                    .proposing(CpuTopologyCheck::propose);

    private static final Component CPU = Component.node("cpu");

    private final Optional<Integer> sockets;
    private final Optional<Integer> cores;
    private final Optional<Integer> threads;
    private final Optional<CpuTopology.Smt> smt;
    private final boolean allowOffline;

    CpuTopologyCheck(
            Optional<Integer> sockets,
            Optional<Integer> cores,
            Optional<Integer> threads,
            Optional<CpuTopology.Smt> smt,
            boolean allowOffline) {
        this.sockets = sockets;
        this.cores = cores;
        this.threads = threads;
        this.smt = smt;
        this.allowOffline = allowOffline;
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        return node.see(node.sources().shared(CpuTopologySource.class, CpuTopologySource::new))
                .map(
                        cpus ->
                                List.of(
                                        Proposal.named(KIND.id())
                                                .with(SOCKETS, cpus.sockets())
                                                .with(CORES, cpus.cores())))
                .orElse(List.of());
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(CpuTopology cpus) {
        List<Finding> findings = new ArrayList<>();
        compare("sockets", cpus.sockets(), sockets, findings);
        compare("cores", cpus.cores(), cores, findings);
        compare("threads", cpus.threads(), threads, findings);
        if (smt.isPresent() && isOn(cpus) != (smt.get() == CpuTopology.Smt.ON)) {
            String value = "SMT is " + cpus.smt().word();
            String limit = smt.get().word();
            findings.add(Finding.of(SMT, CPU, value + ", " + limit + " expected", value, limit));
        }
        if (!cpus.offline().isEmpty() && !allowOffline && cpus.smt() != CpuTopology.Smt.OFF) {
            String value = cpus.offline().count() + " offline";
            String message = "CPUs are switched off: " + cpus.offline();
            findings.add(Finding.of(OFFLINE, CPU, message, value, "none offline"));
        }
        String value =
                cpus.sockets()
                        + " sockets, "
                        + cpus.cores()
                        + " cores, "
                        + cpus.threads()
                        + " threads";
        return new Examination("CPUs", value, "", findings);
    }

    private static boolean isOn(CpuTopology cpus) {
        return cpus.smt() == CpuTopology.Smt.ON;
    }

    private static void compare(
            String what, int seen, Optional<Integer> expected, List<Finding> findings) {
        if (expected.isPresent() && seen != expected.get()) {
            String limit = String.valueOf(expected.get());
            String message = "the kernel uses " + seen + " " + what + ", " + limit + " expected";
            findings.add(Finding.of(TOPOLOGY, CPU, message, String.valueOf(seen), limit));
        }
    }
}
