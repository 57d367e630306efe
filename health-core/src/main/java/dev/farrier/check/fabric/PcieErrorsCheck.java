package dev.farrier.check.fabric;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.Windows;
import dev.farrier.check.gpu.NvidiaSmi;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.PcieDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds errors on PCI Express, at the devices and at the ports above them: the kernel may book one
 * at either end of a link.
 */
public final class PcieErrorsCheck implements Check<PcieDevices> {
    private static final int MINUTE = 60;

    private static final Fault FATAL =
            Fault.of("pcie.errors.fatal", Severity.FATAL, Remedy.REBOOT_NODE);
    private static final Fault FATAL_ELSEWHERE =
            Fault.of("pcie.errors.fatal-elsewhere", Severity.DEGRADED, Remedy.REBOOT_NODE);
    private static final Fault NONFATAL =
            Fault.of("pcie.errors.nonfatal", Severity.WARNING, Remedy.WATCH);
    private static final Fault CORRECTABLE =
            Fault.of("pcie.errors.correctable", Severity.DEGRADED, Remedy.WATCH);

    private static final Setting<Integer> CORRECTABLE_PER_SECOND =
            Setting.withDefault(
                    "correctablePerSecond",
                    SettingTypes.COUNT,
                    10,
                    "How many correctable errors of one device are let pass in a second, over a"
                            + " minute at least.");

    public static final CheckKind KIND =
            new CheckKind(
                            "pcie.errors",
                            "GPUs, NVMe drives, network adapters and the ports above them had no"
                                    + " uncorrectable errors on PCI Express, and few correctable ones.",
                            List.of(CORRECTABLE_PER_SECOND, Windows.WINDOW),
                            List.of(FATAL, FATAL_ELSEWHERE, NONFATAL, CORRECTABLE),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new PcieErrorsCheck(
                                                    settings.get(CORRECTABLE_PER_SECOND)),
                                            Pcie.source(
                                                    NvidiaSmi.USUAL,
                                                    settings.get(Windows.WINDOW),
                                                    sources)))
                    .proposedWhereSeen();

    private final int correctablePerSecond;

    public PcieErrorsCheck(int correctablePerSecond) {
        this.correctablePerSecond = correctablePerSecond;
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
    public Examination examine(PcieDevices pcie) {
        List<Finding> findings = new ArrayList<>();
        int counting = 0;
        for (PcieDevices.Device device : pcie.devices()) {
            counting += device.errors().areCounted() ? 1 : 0;
            findings.addAll(judge(device));
        }
        for (PcieDevices.Port port : pcie.ports()) {
            counting += port.errors().areCounted() ? 1 : 0;
            judge(
                    port.errors(),
                    port.aboveGpu(),
                    new Component("pci", port.address()),
                    (port.aboveGpu() ? "port above a GPU " : "port ") + port.address(),
                    findings);
        }
        String looked = Amounts.count(counting, "device");
        return counting == 0
                ? Examination.cannotTell(looked, "the kernel counts no errors here (AER)")
                : new Examination(
                        looked,
                        "",
                        "at most " + correctablePerSecond + " correctable a second, no other",
                        findings);
    }

    /** What is wrong with one device. */
    public List<Finding> judge(PcieDevices.Device device) {
        List<Finding> findings = new ArrayList<>();
        judge(
                device.errors(),
                device.kind() == PcieDevices.Kind.GPU,
                Pcie.component(device),
                Pcie.words(device),
                findings);
        return findings;
    }

    private void judge(
            PcieDevices.Errors errors,
            boolean isOnTheWayToAGpu,
            Component component,
            String words,
            List<Finding> findings) {
        add(
                isOnTheWayToAGpu ? FATAL : FATAL_ELSEWHERE,
                errors.fatal(),
                "fatal",
                0,
                component,
                words,
                findings);
        add(NONFATAL, errors.nonfatal(), "nonfatal", 0, component, words, findings);
        add(
                CORRECTABLE,
                errors.correctable(),
                "correctable",
                correctablePerSecond,
                component,
                words,
                findings);
    }

    private static void add(
            Fault fault,
            Optional<PcieDevices.Count> counted,
            String kind,
            int perSecond,
            Component component,
            String words,
            List<Finding> findings) {
        if (counted.isEmpty() || counted.get().increase().isEmpty()) {
            return;
        }
        Increase increase = counted.get().increase().get();
        if (increase.exceeds((double) perSecond * MINUTE, MINUTE)) {
            String value = increase.toString();
            String kinds = counted.get().kinds();
            String all = kinds.isEmpty() ? "" : " (in this boot " + kinds + ")";
            String message = words + ": " + kind + " errors, " + value + all;
            String limit = perSecond == 0 ? "0" : perSecond + " a second";
            findings.add(Finding.of(fault, component, message, value, limit));
        }
    }
}
