package dev.farrier.check.storage;

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
import dev.farrier.telemetry.linux.NvmeControllers;
import dev.farrier.telemetry.linux.NvmeControllersSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds NVMe drives that the kernel has given up, or that are missing. */
public final class NvmeStateCheck implements Check<NvmeControllers> {
    private static final Fault MISSING =
            Fault.of("nvme.missing", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault DEAD = Fault.of("nvme.dead", Severity.DEGRADED, Remedy.REPLACE);
    private static final Fault NOT_LIVE = Fault.of("nvme.not-live", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Integer> EXPECTED =
            Setting.optional(
                    "expected",
                    SettingTypes.COUNT,
                    "The drives in the node; without it they are not counted.");

    public static final CheckKind KIND =
            new CheckKind(
                            "nvme.state",
                            "All NVMe drives are there and live.",
                            List.of(EXPECTED),
                            List.of(MISSING, DEAD, NOT_LIVE),
                            (settings, sources) -> {
                                Optional<Integer> expected = settings.find(EXPECTED);
                                NvmeControllersSource source =
                                        sources.shared(
                                                NvmeControllersSource.class,
                                                NvmeControllersSource::new);
                                if (expected.orElse(0) > 0) {
                                    source.expectDrives();
                                }
                                return new CheckKind.Made<>(new NvmeStateCheck(expected), source);
                            })
                    .proposing(NvmeStateCheck::propose);

    private final Optional<Integer> expected;

    NvmeStateCheck(Optional<Integer> expected) {
        this.expected = expected;
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        int drives = 0;
        Optional<NvmeControllers> seen =
                node.see(
                        node.sources()
                                .shared(NvmeControllersSource.class, NvmeControllersSource::new));
        for (NvmeControllers.Controller drive :
                seen.map(NvmeControllers::controllers).orElse(List.of())) {
            drives += drive.isLocal() ? 1 : 0;
        }
        return drives == 0 ? List.of() : List.of(Proposal.named(KIND.id()).with(EXPECTED, drives));
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
    public Examination examine(NvmeControllers drives) {
        List<Finding> findings = new ArrayList<>();
        int local = 0;
        int live = 0;
        for (NvmeControllers.Controller drive : drives.controllers()) {
            local += drive.isLocal() ? 1 : 0;
            live += drive.state().equals("live") ? 1 : 0;
            judge(drive, findings);
        }
        String limit = expected.map(String::valueOf).orElse("");
        if (local < expected.orElse(0)) {
            String value = String.valueOf(local);
            String message = "the kernel knows " + value + " of " + limit + " NVMe drives";
            findings.add(Finding.of(MISSING, Component.node("nvme"), message, value, limit));
        }
        String looked = Amounts.count(drives.controllers().size(), "NVMe drive");
        return new Examination(looked, live + " live", limit, findings);
    }

    private static void judge(NvmeControllers.Controller drive, List<Finding> findings) {
        if (!drive.state().equals("live")) {
            Fault fault = drive.state().equals("dead") ? DEAD : NOT_LIVE;
            String message =
                    drive.name()
                            + " ("
                            + drive.model()
                            + ", serial "
                            + drive.serial()
                            + ") is "
                            + drive.state();
            findings.add(Finding.of(fault, component(drive), message, drive.state(), "live"));
        }
    }

    /** By its serial: names change places. */
    static Component component(NvmeControllers.Controller drive) {
        return new Component("nvme", drive.serial().isEmpty() ? drive.name() : drive.serial());
    }
}
