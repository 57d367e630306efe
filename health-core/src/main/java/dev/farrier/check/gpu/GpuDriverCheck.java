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
import dev.farrier.telemetry.nvidia.GpuListing;
import java.time.Duration;
import java.util.List;

/**
 * Finds a driver that hangs, does not fit its library, or is not there. What its absence means for
 * a node that should have GPUs says {@link GpuCountCheck}.
 */
public final class GpuDriverCheck implements Check<GpuListing> {
    private static final Fault HUNG =
            Fault.of("gpu.driver.hung", Severity.DEGRADED, Remedy.REBOOT_NODE)
                    .fatalAfter(3, Duration.ofSeconds(60));
    private static final Fault MISMATCH =
            Fault.of("gpu.driver.mismatch", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault NOT_LOADED =
            Fault.of("gpu.driver.not-loaded", Severity.INFO, Remedy.REBOOT_NODE);
    private static final Fault NO_DEVICES =
            Fault.of("gpu.driver.no-devices", Severity.INFO, Remedy.REBOOT_NODE);

    public static final CheckKind KIND =
            new CheckKind(
                            "gpu.driver",
                            "The NVIDIA driver answers.",
                            List.of(NvidiaSmi.PROGRAM),
                            List.of(HUNG, MISMATCH, NOT_LOADED, NO_DEVICES),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new GpuDriverCheck(),
                                            NvidiaSmi.listing(settings, sources)))
                    .proposing(GpuDriverCheck::propose);

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        boolean promised = NvidiaSmi.promised(node) > 0;
        return promised || NvidiaSmi.seen(node).isPresent()
                ? List.of(Proposal.named(KIND.id()))
                : List.of();
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
        String state = listing.driver().word();
        return switch (listing.driver()) {
            case READY ->
                    Examination.passed("driver", Amounts.count(listing.known(), "GPU"), "answers");
            case HUNG -> found(HUNG, state, listing.message());
            case MISMATCH -> found(MISMATCH, state, listing.message());
            case NOT_LOADED -> found(NOT_LOADED, state, listing.message());
            case NO_DEVICES -> found(NO_DEVICES, state, listing.message());
        };
    }

    private static Examination found(Fault fault, String state, String message) {
        Component driver = Component.node("gpu-driver");
        Finding finding = Finding.of(fault, driver, message, state, "answers");
        return new Examination("driver", state, "answers", List.of(finding));
    }
}
