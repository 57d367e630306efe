package dev.farrier.check.kernel;

import dev.farrier.Severity;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Fault;
import dev.farrier.check.Remedy;
import dev.farrier.check.kernel.KernelLogCheck.Rule;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.kernel.KernelEvent;
import dev.farrier.telemetry.kernel.KernelLogSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The checks of the kernel's log, one a subject. FATAL are an uncorrected memory error and a fatal
 * PCIe error of a GPU; whatever a job can cause is a warning at most.
 */
public final class KernelChecks {
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<Rule> RULES = new ArrayList<>();

    public static final CheckKind MACHINE_CHECK =
            kind(
                    "kernel.machine-check",
                    "The kernel reports no machine check and no memory error.",
                    DAY,
                    Rule.of(
                                    "memory.uncorrected",
                                    fatal("kernel.memory.uncorrected", Remedy.REPLACE).asLatched(),
                                    "memory")
                            .forWholeBoot(),
                    Rule.of(
                            "memory.corrected-many",
                            warning("kernel.memory.corrected-many"),
                            "memory"),
                    Rule.of("memory.corrected", info("kernel.memory.corrected"), "memory"),
                    Rule.of(
                                    "machine-check.uncorrected",
                                    degraded("kernel.machine-check.uncorrected"),
                                    "cpu")
                            .forWholeBoot(),
                    Rule.of(
                            "machine-check.corrected",
                            info("kernel.machine-check.corrected"),
                            "cpu"));

    public static final CheckKind AER =
            kind(
                    "kernel.aer",
                    "The kernel reports no error of PCI Express (AER).",
                    DAY,
                    Rule.of(
                                    "aer.fatal-gpu",
                                    fatal("kernel.aer.fatal-gpu", Remedy.REBOOT_NODE),
                                    "pci")
                            .forWholeBoot(),
                    Rule.of("aer.fatal", degraded("kernel.aer.fatal"), "pci").forWholeBoot(),
                    Rule.of("aer.fatal-recovered", degraded("kernel.aer.fatal-recovered"), "pci"),
                    Rule.of("aer.non-fatal", warning("kernel.aer.non-fatal"), "pci"),
                    Rule.of("aer.corrected", info("kernel.aer.corrected"), "pci"));

    public static final CheckKind LINK =
            kind(
                    "kernel.link",
                    "Network devices report no link that went down, no bad cable module, enough"
                            + " power.",
                    HOUR,
                    Rule.of("link.down", warning("kernel.link.down"), "link")
                            .whenOver(info("kernel.link.was-down"))
                            .whenOften(warning("kernel.link.flapping"))
                            .whileStarting(info("kernel.link.down-at-boot")),
                    Rule.of("link.module-error", degraded("kernel.link.module-error"), "link"),
                    Rule.of("link.power", warning("kernel.link.power"), "link").forWholeBoot(),
                    Rule.of("link.device", degraded("kernel.link.device"), "link"),
                    Rule.of("link.command", info("kernel.link.command"), "link"));

    public static final CheckKind HUNG_TASK =
            kind(
                    "kernel.hung-task",
                    "No task hangs in the kernel, and no NFS server is silent.",
                    HOUR,
                    Rule.of(
                            "task.hung-in-gpu-driver",
                            degraded("kernel.task.hung-in-gpu-driver"),
                            "process"),
                    Rule.of("task.hung", warning("kernel.task.hung"), "process"),
                    Rule.of("nfs.not-responding", warning("kernel.nfs.not-responding"), "nfs")
                            .whenOver(info("kernel.nfs.was-not-responding")));

    public static final CheckKind IO_ERROR =
            kind(
                    "kernel.io-error",
                    "Disks and NVMe controllers report no errors.",
                    DAY,
                    Rule.of("nvme.lost", degraded("kernel.nvme.lost"), "disk").forWholeBoot(),
                    Rule.of("nvme.reset", warning("kernel.nvme.reset"), "disk"),
                    Rule.of("disk.io-error", warning("kernel.disk.io-error"), "disk"),
                    Rule.of("disk.io-error-image", info("kernel.disk.io-error-image"), "disk"));

    public static final CheckKind READ_ONLY =
            kind(
                    "kernel.read-only",
                    "No local file system reports errors or stopped writing.",
                    DAY,
                    Rule.of("file-system.stopped", degraded("kernel.file-system.stopped"), "disk"),
                    Rule.of("file-system.error", warning("kernel.file-system.error"), "disk"),
                    Rule.of(
                            "file-system.error-image",
                            info("kernel.file-system.error-image"),
                            "disk"));

    public static final CheckKind OOM =
            kind(
                    "kernel.oom",
                    "The kernel killed no process for want of memory.",
                    HOUR,
                    Rule.of("oom.node", warning("kernel.oom.node"), "memory"),
                    Rule.of("oom.cgroup", warning("kernel.oom.cgroup"), "cgroup"),
                    Rule.of("oom.job", info("kernel.oom.job"), "cgroup"));

    public static final CheckKind STALL =
            kind(
                    "kernel.stall",
                    "No processor is stuck.",
                    HOUR,
                    Rule.of("cpu.stall", warning("kernel.cpu.stall"), "cpu"));

    public static final CheckKind THERMAL =
            kind(
                    "kernel.thermal",
                    "No processor is throttled for heat.",
                    HOUR,
                    Rule.of("thermal.throttled", warning("kernel.thermal.throttled"), "cpu")
                            .whenOver(info("kernel.thermal.was-throttled")));

    public static final CheckKind LOST_RECORDS =
            kind(
                    "kernel.log",
                    "All of the kernel's log could be read.",
                    HOUR,
                    Rule.of("log.lost", warning("kernel.log.lost"), "kernel-log"));

    private KernelChecks() {}

    /** All of them, in the order of reports. */
    public static List<CheckKind> all() {
        return List.of(
                MACHINE_CHECK,
                AER,
                LINK,
                HUNG_TASK,
                IO_ERROR,
                READ_ONLY,
                OOM,
                STALL,
                THERMAL,
                LOST_RECORDS);
    }

    private static CheckKind kind(String id, String summary, Duration usual, Rule... given) {
        List<Rule> rules = List.of(given);
        RULES.addAll(rules);
        Setting<Duration> window =
                Setting.withDefault(
                        "window",
                        SettingTypes.DURATION,
                        usual,
                        "How long something is told after it was said last; what does not mend"
                                + " itself, until the node boots again.");
        return new CheckKind(
                        id,
                        summary,
                        List.of(window),
                        KernelLogCheck.faults(rules),
                        (settings, sources) ->
                                new CheckKind.Made<>(
                                        new KernelLogCheck(id, rules, settings.get(window)),
                                        sources.shared(
                                                KernelLogSource.class, KernelLogSource::new)))
                .proposedWhereSeen();
    }

    /** How bad a single event is; INFO when no check judges it. */
    public static Severity severity(KernelEvent event) {
        for (Rule rule : RULES) {
            if (rule.kind().equals(event.kind())) {
                return (event.over() ? rule.whenOver() : rule.fault()).severity();
            }
        }
        return Severity.INFO;
    }

    private static Fault fatal(String code, Remedy remedy) {
        return Fault.of(code, Severity.FATAL, remedy);
    }

    private static Fault degraded(String code) {
        return Fault.of(code, Severity.DEGRADED, Remedy.CONTACT_VENDOR);
    }

    private static Fault warning(String code) {
        return Fault.of(code, Severity.WARNING, Remedy.WATCH);
    }

    private static Fault info(String code) {
        return Fault.of(code, Severity.INFO, Remedy.NONE);
    }
}
