package dev.farrier.check.fabric;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.gpu.NvidiaSmi;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.linux.PcieDevices;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds a device whose link has fewer lanes than it could have, or is slower, and one that answers
 * no more. The link of an idle GPU is slow on purpose: its speed is judged only at work.
 */
public final class PcieLinkCheck implements Check<PcieDevices> {
    // not latched: while somebody resets a GPU, it reads the same
    private static final Fault GPU_LOST =
            Fault.of("pcie.gpu-lost", Severity.FATAL, Remedy.REBOOT_NODE);
    private static final Fault DEVICE_LOST =
            Fault.of("pcie.device-lost", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault NARROW =
            Fault.of("pcie.link.narrow", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault SLOW =
            Fault.of("pcie.link.slow", Severity.DEGRADED, Remedy.REBOOT_NODE);

    public static final CheckKind KIND =
            new CheckKind(
                            "pcie.link",
                            "GPUs, NVMe drives and network adapters are on PCI Express with all lanes, and"
                                    + " at full speed while they work.",
                            List.of(NvidiaSmi.PROGRAM),
                            List.of(GPU_LOST, DEVICE_LOST, NARROW, SLOW),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new PcieLinkCheck(),
                                            Pcie.source(
                                                    settings.get(NvidiaSmi.PROGRAM),
                                                    CounterBook.USUAL_WINDOW,
                                                    sources)))
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
    public Examination examine(PcieDevices pcie) {
        List<Finding> findings = new ArrayList<>();
        int judged = 0;
        int unknown = 0;
        for (PcieDevices.Device device : pcie.devices()) {
            boolean known =
                    device.state() == PcieDevices.State.LOST
                            || device.state() == PcieDevices.State.ANSWERS
                                    && device.link().width() > 0;
            judged += known ? 1 : 0;
            unknown += known ? 0 : 1;
            findings.addAll(judge(device));
        }
        String looked = Amounts.count(judged, "link");
        if (judged == 0) {
            return Examination.cannotTell(looked, "no device says how its link runs");
        }
        String value = unknown == 0 ? "" : unknown + " more asleep or not known";
        return new Examination(looked, value, "as wide and fast as can be", findings);
    }

    /** What is wrong with one device; nothing of one that is asleep, or does not say. */
    public static List<Finding> judge(PcieDevices.Device device) {
        if (device.state() == PcieDevices.State.LOST) {
            Fault fault = device.kind() == PcieDevices.Kind.GPU ? GPU_LOST : DEVICE_LOST;
            String value = "config space reads all ones: device lost";
            return List.of(finding(fault, device, value, "an answer"));
        }
        if (device.state() == PcieDevices.State.ASLEEP) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        PcieDevices.Link link = device.link();
        PcieDevices.Link best = device.best();
        if (link.width() > 0 && link.width() < best.width()) {
            String value = "width " + link.width() + " of " + best.width();
            findings.add(finding(NARROW, device, value, "x" + best.width()));
        }
        if (isAtWork(device) && link.speed() > 0 && link.speed() < best.speed()) {
            String value = "speed " + link.speed() + " of " + best.speed() + " GT/s";
            findings.add(finding(SLOW, device, value, best.speed() + " GT/s"));
        }
        return findings;
    }

    private static boolean isAtWork(PcieDevices.Device device) {
        return switch (device.kind()) {
            case GPU, UNKNOWN -> device.busy().orElse(false);
            case NVME, NETWORK -> true;
            case OTHER -> false;
        };
    }

    private static Finding finding(
            Fault fault, PcieDevices.Device device, String value, String limit) {
        return Finding.of(
                fault, Pcie.component(device), Pcie.words(device) + ": " + value, value, limit);
    }
}
