package dev.farrier.check.storage;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.linux.NvmeControllersSource;
import dev.farrier.telemetry.linux.NvmeHealth;
import dev.farrier.telemetry.linux.NvmeHealthSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds NVMe drives that wear out, lose data or run too hot. */
public final class NvmeHealthCheck implements Check<NvmeHealth> {
    private static final Fault SPARE =
            Fault.of("nvme.spare-low", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault READ_ONLY =
            Fault.of("nvme.read-only", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault WARNS =
            Fault.of("nvme.unreliable", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault MEDIA =
            Fault.of("nvme.media-errors", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault WORN = Fault.of("nvme.worn", Severity.WARNING, Remedy.REPLACE);
    private static final Fault HOT = Fault.of("nvme.hot", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Integer> MAXIMUM_USED =
            Setting.withDefault(
                    "maximumUsed",
                    SettingTypes.COUNT,
                    100,
                    "Percent of the life that the vendor promised, which drives exceed by a lot.");

    public static final CheckKind KIND =
            new CheckKind(
                            "nvme.health",
                            "NVMe drives in the node report no wear, errors or heat. Asks them by nvme or"
                                    + " smartctl, as root.",
                            List.of(MAXIMUM_USED),
                            List.of(SPARE, READ_ONLY, WARNS, MEDIA, WORN, HOT),
                            (settings, sources) -> {
                                NvmeControllersSource drives =
                                        sources.shared(
                                                NvmeControllersSource.class,
                                                NvmeControllersSource::new);
                                return new CheckKind.Made<>(
                                        new NvmeHealthCheck(settings.get(MAXIMUM_USED)),
                                        sources.shared(
                                                NvmeHealthSource.class,
                                                machine -> new NvmeHealthSource(machine, drives)));
                            })
                    .proposedWhereSeen();

    private final int maximumUsed;

    NvmeHealthCheck(int maximumUsed) {
        this.maximumUsed = maximumUsed;
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
    public Examination examine(NvmeHealth health) {
        List<Finding> findings = new ArrayList<>();
        int mostUsed = 0;
        for (NvmeHealth.Drive drive : health.drives()) {
            mostUsed = Math.max(mostUsed, drive.smart().percentUsed());
            judge(drive, findings);
        }
        String looked = Amounts.count(health.drives().size(), "NVMe drive");
        Optional<String> unread = health.unread().stream().findFirst();
        String value = "at most " + mostUsed + " % used";
        return new Examination(looked, value, maximumUsed + " % used", findings, unread);
    }

    private void judge(NvmeHealth.Drive drive, List<Finding> findings) {
        NvmeHealth.Smart smart = drive.smart();
        String spare = smart.sparePercent() + " % spare";
        String least = "at least " + smart.spareThreshold() + " %";
        if (smart.isReadOnly()) {
            findings.add(finding(READ_ONLY, drive, "takes no more data", "read-only", "writable"));
        }
        if (smart.isSpareLow()) {
            findings.add(finding(SPARE, drive, "has " + spare + " left", spare, least));
        }
        if (smart.hasOtherWarning()) {
            String value = "critical warning 0x" + Integer.toHexString(smart.warnings());
            findings.add(finding(WARNS, drive, "reports " + value, value, "none"));
        }
        if (smart.percentUsed() > maximumUsed) {
            String value = smart.percentUsed() + " % used";
            findings.add(finding(WORN, drive, "has " + value, value, maximumUsed + " %"));
        }
        Optional<Increase> media = drive.mediaErrors().filter(grew -> grew.by() > 0);
        if (media.isPresent()) {
            String value = media.get() + "";
            findings.add(finding(MEDIA, drive, "lost data, " + value, value, "none"));
        }
        boolean slowed = drive.throttled().filter(grew -> grew.by() > 0).isPresent();
        if (smart.isTooHot() || slowed) {
            String value = smart.isTooHot() ? "too hot" : "slowed down by heat";
            findings.add(finding(HOT, drive, "is " + value, value, "cool"));
        }
    }

    private static Finding finding(
            Fault fault, NvmeHealth.Drive drive, String message, String value, String limit) {
        String who = drive.controller().name() + " (serial " + drive.controller().serial() + ") ";
        return Finding.of(
                fault, NvmeStateCheck.component(drive.controller()), who + message, value, limit);
    }
}
