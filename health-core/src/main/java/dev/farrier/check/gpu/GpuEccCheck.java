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
import dev.farrier.telemetry.nvidia.GpuListingSource;
import dev.farrier.telemetry.nvidia.SmiField;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds GPUs with uncorrectable memory errors since the driver was loaded or the GPU was reset
 * (NVIDIA's "volatile" counter).
 */
public final class GpuEccCheck implements Check<GpuListing> {
    private static final Fault UNCORRECTABLE =
            Fault.of("gpu.ecc.uncorrectable", Severity.FATAL, Remedy.DRAIN_THEN_RESET).asLatched();

    public static final CheckKind KIND =
            new CheckKind(
                            "gpu.ecc",
                            "No GPU has had an uncorrectable memory error since its last reset.",
                            List.of(NvidiaSmi.PROGRAM),
                            List.of(UNCORRECTABLE),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new GpuEccCheck(),
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
        String unread = listing.lost().isEmpty() ? "" : listing.lost().get(0).message();
        int judged = 0;
        for (Gpu gpu : listing.gpus()) {
            SmiField errors = gpu.fields().get(GpuListingSource.ECC);
            if (errors == null || errors.kind() == SmiField.Kind.NOT_AVAILABLE) {
                continue; // this GPU counts none
            }
            if (!isCount(errors)) {
                unread = gpu.id() + ": " + errors;
                continue;
            }
            judged++;
            if (!isZero(errors.text())) {
                findings.add(finding(gpu, errors.text()));
            }
        }
        String looked = Amounts.count(judged, "GPU");
        if (findings.isEmpty() && !unread.isEmpty()) {
            return Examination.cannotTell(looked, "the counter could not be read, " + unread);
        }
        if (judged == 0) {
            return Examination.unsupported(looked, "no GPU counts memory errors");
        }
        String value = findings.isEmpty() ? "0" : findings.get(0).value();
        return new Examination(looked, value, "0", findings);
    }

    private static Finding finding(Gpu gpu, String errors) {
        return Finding.of(
                UNCORRECTABLE,
                Component.gpu(gpu.id()),
                errors + " uncorrectable memory errors since its last reset",
                errors,
                "0");
    }

    private static boolean isCount(SmiField field) {
        String text = field.text();
        boolean digits = field.isKnown() && !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return digits;
    }

    private static boolean isZero(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }
}
