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
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.MemorySize;
import dev.farrier.telemetry.linux.MemorySizeSource;
import java.util.List;
import java.util.Optional;

/** Finds a node that came up with less memory than it has. */
public final class MemorySizeCheck implements Check<MemorySize> {
    private static final Fault MISSING = Fault.of("memory.missing", Severity.FATAL, Remedy.REPLACE);

    private static final Setting<Long> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.BYTES,
                    "The memory that the node has; without it the size is shown and not judged.");
    private static final Setting<Double> TOLERANCE =
            Setting.withDefault(
                    "tolerance",
                    SettingTypes.PERCENT,
                    3.0,
                    "How much less may be there: firmware and kernel keep some for themselves.");

    public static final CheckKind KIND =
            new CheckKind(
                            "memory.size",
                            "The memory that the kernel manages is what the node has.",
                            List.of(EXPECTED, TOLERANCE),
                            List.of(MISSING),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new MemorySizeCheck(
                                                    settings.find(EXPECTED),
                                                    settings.get(TOLERANCE)),
                                            sources.shared(
                                                    MemorySizeSource.class, MemorySizeSource::new)))
                    .proposing(MemorySizeCheck::propose);

    private final Optional<Long> leastBytes;

    MemorySizeCheck(Optional<Long> expectedBytes, double tolerancePercent) {
        leastBytes = expectedBytes.map(bytes -> bytes - (long) (bytes * (tolerancePercent / 100)));
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Optional<MemorySize> seen =
                node.see(node.sources().shared(MemorySizeSource.class, MemorySizeSource::new));
        if (seen.isEmpty()) {
            return List.of();
        }
        long bytes = seen.get().bytes();
        long promised = node.profile().map(profile -> profile.memoryBytes().orElse(0)).orElse(0L);
        Proposal proposal =
                Proposal.named(KIND.id()).with(EXPECTED, rounded(Math.max(bytes, promised)));
        return List.of(
                promised <= bytes
                        ? proposal
                        : proposal.warning(
                                "the kernel manages "
                                        + Amounts.bytes(bytes)
                                        + " of memory, the scheduler promises "
                                        + Amounts.bytes(promised)));
    }

    /** Down to whole GiB, so that nodes of one kind say the same; MiB for small machines. */
    private static long rounded(long bytes) {
        int unit = bytes >> 30 > 8 ? 30 : 20;
        return bytes >> unit << unit;
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
    public Examination examine(MemorySize memory) {
        String value = Amounts.bytes(memory.bytes());
        if (leastBytes.isEmpty()) {
            return Examination.passed("memory", value, "");
        }
        String limit = "at least " + Amounts.bytes(leastBytes.get());
        if (memory.bytes() >= leastBytes.get()) {
            return Examination.passed("memory", value, limit);
        }
        String message = "the kernel manages " + value + " of memory, " + limit + " expected";
        Finding finding = Finding.of(MISSING, Component.node("memory"), message, value, limit);
        return new Examination("memory", value, limit, List.of(finding));
    }
}
