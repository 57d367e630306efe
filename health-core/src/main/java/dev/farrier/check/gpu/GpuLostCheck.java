package dev.farrier.check.gpu;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.telemetry.nvidia.Gpu;
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.SmiField;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds GPUs that the driver lost. One field that could not be read says nothing about the GPU: it
 * is named, and no more.
 */
public final class GpuLostCheck implements Check<GpuListing> {
    private static final Fault LOST =
            Fault.of("gpu.lost", Severity.FATAL, Remedy.REBOOT_NODE).asLatched();
    private static final Fault FIELD_ERROR =
            Fault.of("gpu.field-error", Severity.INFO, Remedy.WATCH);

    public static final CheckKind KIND =
            new CheckKind(
                            "gpu.lost",
                            "The driver reaches every GPU that it knows.",
                            List.of(NvidiaSmi.PROGRAM),
                            List.of(LOST, FIELD_ERROR),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new GpuLostCheck(),
                                            NvidiaSmi.listing(settings, sources)))
                    .proposedWhereSeen();

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
        if (listing.driver() != GpuListing.Driver.READY) {
            return Examination.cannotTell("GPUs", listing.driver().word());
        }
        List<Finding> findings = new ArrayList<>();
        int lost = listing.lost().size();
        for (GpuListing.LostGpu gpu : listing.lost()) {
            String id = gpu.pciId().isEmpty() ? "unknown" : gpu.pciId();
            findings.add(Finding.of(LOST, Component.gpu(id), gpu.message(), "lost", ""));
        }
        for (Gpu gpu : listing.gpus()) {
            Gpu.State state = gpu.state();
            if (state == Gpu.State.LOST) {
                lost++;
                findings.add(Finding.of(LOST, Component.gpu(gpu.id()), lostWords(gpu), "lost", ""));
            } else if (state == Gpu.State.FIELD_ERROR) {
                findings.add(fieldError(gpu));
            }
        }
        String value = lost == 0 ? "none lost" : lost + " lost";
        return new Examination(Amounts.count(listing.known(), "GPU"), value, "none lost", findings);
    }

    private static String lostWords(Gpu gpu) {
        List<String> columns = gpu.columns(SmiField.Kind.LOST);
        for (String column : columns) {
            SmiField field = gpu.fields().get(column);
            if (field != null) {
                return "the driver says of " + column + ": " + field;
            }
        }
        return "not one of its fields can be read";
    }

    private static Finding fieldError(Gpu gpu) {
        String columns = String.join(", ", gpu.columns(SmiField.Kind.ERROR));
        return Finding.of(
                FIELD_ERROR,
                Component.gpu(gpu.id()),
                "the driver could not read " + columns,
                columns,
                "");
    }
}
