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
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.OnlineCpus;
import dev.farrier.telemetry.linux.OnlineCpusSource;
import java.util.List;
import java.util.Optional;

/** Finds a node with fewer CPUs in use than it has. More of them are no fault. */
public final class CpuCountCheck implements Check<OnlineCpus> {
    private static final Fault MISSING =
            Fault.of("cpu.missing", Severity.FATAL, Remedy.REBOOT_NODE);

    private static final Setting<Integer> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.COUNT,
                    "The hardware threads that the node has; without it they are shown and not"
                            + " judged.");

    public static final CheckKind KIND =
            new CheckKind(
                            "cpu.count",
                            "The kernel uses all CPUs (hardware threads) that the node has.",
                            List.of(EXPECTED),
                            List.of(MISSING),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new CpuCountCheck(settings.find(EXPECTED)),
                                            sources.shared(
                                                    OnlineCpusSource.class, OnlineCpusSource::new)))
                    .proposing(CpuCountCheck::propose);

    private final Optional<Integer> expected;

    CpuCountCheck(Optional<Integer> expected) {
        this.expected = expected;
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Optional<OnlineCpus> seen =
                node.see(node.sources().shared(OnlineCpusSource.class, OnlineCpusSource::new));
        if (seen.isEmpty()) {
            return List.of();
        }
        int online = seen.get().count();
        int promised = node.profile().map(profile -> profile.cpus().orElse(0)).orElse(0);
        Proposal proposal = Proposal.named(KIND.id()).with(EXPECTED, Math.max(online, promised));
        return List.of(
                promised <= online
                        ? proposal
                        : proposal.warning(
                                online + " CPUs are online, the scheduler promises " + promised));
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
    public Examination examine(OnlineCpus cpus) {
        String value = String.valueOf(cpus.count());
        String limit = expected.map(String::valueOf).orElse("");
        if (cpus.count() >= expected.orElse(0)) {
            return Examination.passed("CPUs", value, limit);
        }
        String message = value + " of " + limit + " CPUs are online: " + shortened(cpus.list());
        Finding finding = Finding.of(MISSING, Component.node("cpu"), message, value, limit);
        return new Examination("CPUs", value, limit, List.of(finding));
    }

    private static String shortened(String list) {
        return list.length() > 200 ? list.substring(0, 200) + "…" : list;
    }
}
