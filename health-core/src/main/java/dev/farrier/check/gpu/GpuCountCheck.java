package dev.farrier.check.gpu;

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
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.GpuListingSource;
import java.util.List;
import java.util.Optional;

/**
 * Finds a node with fewer GPUs than it has. A lost GPU that the driver still knows is counted here
 * and found by {@link GpuLostCheck}.
 */
public final class GpuCountCheck implements Check<GpuListing> {
    /**
     * Not latched: while the driver is loaded, or from within a job that may open some of the GPUs
     * only, there seem to be fewer. So one look is not enough.
     */
    private static final Fault MISSING =
            Fault.of("gpu.missing", Severity.FATAL, Remedy.REBOOT_NODE);

    private static final Setting<Integer> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.COUNT,
                    "The GPUs that the node has; without it they are shown and not judged.");

    public static final CheckKind KIND =
            new CheckKind(
                            "gpu.count",
                            "The driver knows all GPUs that the node has.",
                            List.of(EXPECTED, NvidiaSmi.PROGRAM),
                            List.of(MISSING),
                            (settings, sources) -> {
                                Optional<Integer> expected = settings.find(EXPECTED);
                                GpuListingSource source = NvidiaSmi.listing(settings, sources);
                                if (expected.orElse(0) > 0) {
                                    source.expectGpus();
                                }
                                return new CheckKind.Made<>(new GpuCountCheck(expected), source);
                            })
                    .proposing(GpuCountCheck::propose);

    private final Optional<Integer> expected;

    GpuCountCheck(Optional<Integer> expected) {
        this.expected = expected;
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Optional<GpuListing> seen = NvidiaSmi.seen(node);
        int known = seen.map(GpuListing::known).orElse(0);
        int promised = NvidiaSmi.promised(node);
        if (known == 0 && promised == 0) {
            return List.of();
        }
        Proposal proposal = Proposal.named(KIND.id()).with(EXPECTED, Math.max(known, promised));
        if (seen.isPresent() && !seen.get().message().isEmpty()) {
            proposal = proposal.warning("the driver does not answer: " + seen.get().message());
        } else if (known < promised) {
            proposal =
                    proposal.warning(
                            "the driver knows "
                                    + Amounts.count(known, "GPU")
                                    + ", the scheduler promises "
                                    + promised);
        } else if (promised > 0 && known > promised) {
            proposal =
                    proposal.warning(
                            "the driver knows "
                                    + Amounts.count(known, "GPU")
                                    + ", the scheduler gives out only "
                                    + promised);
        }
        return List.of(
                seen.isPresent() && !seen.get().lost().isEmpty()
                        ? proposal.warning(
                                Amounts.count(seen.get().lost().size(), "GPU") + " is lost")
                        : proposal);
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
    public Examination examine(GpuListing listing) {
        return switch (listing.driver()) {
            case READY -> judge(listing);
            case NOT_LOADED, NO_DEVICES ->
                    expected.orElse(0) > 0
                            ? missing(0, listing.message())
                            : Examination.cannotTell("GPUs", listing.driver().word());
            case MISMATCH, HUNG -> Examination.cannotTell("GPUs", listing.driver().word());
        };
    }

    private Examination judge(GpuListing listing) {
        int known = listing.known();
        if (known >= expected.orElse(0)) {
            return Examination.passed("GPUs", String.valueOf(known), limit());
        }
        return listing.complete()
                ? missing(known, "")
                : Examination.cannotTell("GPUs", "the list ends at a lost GPU");
    }

    private Examination missing(int known, String why) {
        String value = String.valueOf(known);
        String message =
                "the driver knows "
                        + known
                        + " of "
                        + Amounts.count(expected.orElse(0), "GPU")
                        + (why.isEmpty() ? "" : ": " + why);
        Finding finding = Finding.of(MISSING, Component.node("gpu"), message, value, limit());
        return new Examination("GPUs", value, limit(), List.of(finding));
    }

    private String limit() {
        return expected.map(String::valueOf).orElse("");
    }
}
