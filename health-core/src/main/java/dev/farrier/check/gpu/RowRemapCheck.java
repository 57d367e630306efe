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
import dev.farrier.telemetry.nvidia.RowRemapping;
import java.util.ArrayList;
import java.util.List;

/** Finds GPUs that have no spare memory row left, and those that wait for a reset to use one. */
public final class RowRemapCheck implements Check<RowRemapping> {
    private static final Fault FAILED =
            Fault.of("gpu.row-remap.failed", Severity.FATAL, Remedy.REPLACE).asLatched();
    private static final Fault PENDING =
            Fault.of("gpu.row-remap.pending", Severity.DEGRADED, Remedy.RESET_GPU);

    public static final CheckKind KIND =
            new CheckKind(
                            "gpu.row-remap",
                            "Every GPU could replace its bad memory rows.",
                            List.of(NvidiaSmi.PROGRAM),
                            List.of(FAILED, PENDING),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new RowRemapCheck(),
                                            NvidiaSmi.rowRemapping(settings, sources)))
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
    public Examination examine(RowRemapping remapping) {
        List<Finding> findings = new ArrayList<>();
        for (RowRemapping.Rows rows : remapping.gpus()) {
            Component gpu = Component.gpu(rows.pciId().isEmpty() ? rows.uuid() : rows.pciId());
            if (rows.failed()) {
                String message = "a memory row could not be replaced: no spare one is left";
                findings.add(Finding.of(FAILED, gpu, message, "failure", "none"));
            }
            if (rows.pending()) {
                String message = "a replaced memory row comes into use at the next reset";
                findings.add(Finding.of(PENDING, gpu, message, "pending", "none"));
            }
        }
        String looked = Amounts.count(remapping.gpus().size(), "GPU");
        if (findings.isEmpty() && remapping.unreached() > 0) {
            return Examination.cannotTell(
                    looked, Amounts.count(remapping.unreached(), "GPU") + " cannot be asked");
        }
        String value = findings.isEmpty() ? "none" : findings.get(0).value();
        return new Examination(looked, value, "none", findings);
    }
}
