package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Portion;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.MemoryUse;
import dev.farrier.telemetry.linux.MemoryUseSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds swap of another size than configured, and warns of swap in use, which a job can cause. */
public final class SwapCheck implements Check<MemoryUse> {
    private static final Fault SIZE =
            Fault.of("swap.wrong-size", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault USED = Fault.of("swap.used", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Long> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.BYTES,
                    "The swap that the node has, 0 for none; without it the size is not judged.");
    private static final Setting<Double> TOLERANCE =
            Setting.withDefault(
                    "tolerance",
                    SettingTypes.PERCENT,
                    3.0,
                    "How much more or less it may be than `expected`.");
    private static final Setting<Portion> MAXIMUM_USED =
            Setting.optional(
                    "maximumUsed",
                    Portion.TYPE,
                    "How much of it may be in use; without it the use is not judged.");

    public static final CheckKind KIND =
            new CheckKind(
                            "memory.swap",
                            "The node has the swap that it should have, and does not use it up.",
                            List.of(EXPECTED, TOLERANCE, MAXIMUM_USED),
                            List.of(SIZE, USED),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new SwapCheck(
                                                    settings.find(EXPECTED),
                                                    settings.get(TOLERANCE),
                                                    settings.find(MAXIMUM_USED)),
                                            sources.shared(
                                                    MemoryUseSource.class, MemoryUseSource::new)))
                    .proposing(SwapCheck::propose);

    private final Optional<Long> expectedBytes;
    private final double tolerancePercent;
    private final Optional<Portion> maximumUsed;

    SwapCheck(
            Optional<Long> expectedBytes, double tolerancePercent, Optional<Portion> maximumUsed) {
        this.expectedBytes = expectedBytes;
        this.tolerancePercent = tolerancePercent;
        this.maximumUsed = maximumUsed;
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        return node.see(node.sources().shared(MemoryUseSource.class, MemoryUseSource::new))
                .map(use -> use.swapTotalBytes() >> 20 << 20)
                .map(whole -> List.of(Proposal.named(KIND.id()).with(EXPECTED, whole)))
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
    public Examination examine(MemoryUse memory) {
        String size = Amounts.bytes(memory.swapTotalBytes());
        String used = Amounts.bytes(memory.swapUsedBytes()) + " used";
        String limit = expectedBytes.map(Amounts::bytes).orElse("");
        Component swap = Component.node("swap");
        List<Finding> findings = new ArrayList<>();
        if (expectedBytes.isPresent() && isOff(memory.swapTotalBytes(), expectedBytes.get())) {
            String message = "the node has " + size + " of swap, " + limit + " expected";
            findings.add(Finding.of(SIZE, swap, message, size, limit));
        }
        if (maximumUsed.isPresent() && isMore(memory, maximumUsed.get())) {
            String most = "at most " + maximumUsed.get().shown();
            findings.add(Finding.of(USED, swap, used + " of " + size + " swap", used, most));
        }
        return new Examination("swap", size + ", " + used, limit, findings);
    }

    private boolean isOff(long bytes, long expected) {
        return Math.abs(bytes - expected) > expected * (tolerancePercent / 100);
    }

    private static boolean isMore(MemoryUse memory, Portion most) {
        return most.bytes() < 0
                ? memory.swapUsedPercent() > most.percent()
                : memory.swapUsedBytes() > most.bytes();
    }
}
