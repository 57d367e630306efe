package dev.farrier.check.storage;

import dev.farrier.Severity;
import dev.farrier.check.AbsolutePath;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.NodeView;
import dev.farrier.check.Portion;
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.FileSystemUse;
import dev.farrier.telemetry.linux.FileSystemUseSource;
import dev.farrier.telemetry.linux.LocalFileSystemsSource;
import dev.farrier.telemetry.linux.MountTable;
import dev.farrier.telemetry.linux.MountTableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Warns of a file system that fills up. A user's job can do that, so it is no more than that. */
public final class DiskSpaceCheck implements Check<FileSystemUse> {
    private static final Fault SPACE_LOW = Fault.of("space.low", Severity.WARNING, Remedy.WATCH);
    private static final Fault INODES_LOW = Fault.of("inodes.low", Severity.WARNING, Remedy.WATCH);

    private static final Setting<String> PATH =
            Setting.required("path", AbsolutePath.TYPE, "A directory of the file system.");
    private static final Setting<Portion> MINIMUM_FREE =
            Setting.withDefault(
                    "minimumFree",
                    Portion.TYPE,
                    Portion.ofPercent(5),
                    "What ordinary users have to be able to write.");
    private static final Setting<FreeInodes> MINIMUM_FREE_INODES =
            Setting.withDefault(
                    "minimumFreeInodes",
                    FreeInodes.TYPE,
                    FreeInodes.ofPercent(5),
                    "Inodes that have to be free, where the file system counts them.");
    private static final Setting<Boolean> ONLY_IF_MOUNT =
            Setting.withDefault(
                    "onlyIfMount",
                    SettingTypes.FLAG,
                    false,
                    "Skip the check where the path is no mount of its own.");

    public static final CheckKind KIND =
            new CheckKind(
                            "disk.space",
                            "A file system has space and inodes left.",
                            List.of(PATH, MINIMUM_FREE, MINIMUM_FREE_INODES, ONLY_IF_MOUNT),
                            List.of(SPACE_LOW, INODES_LOW),
                            (settings, sources) ->
                                    make(
                                            settings.get(PATH),
                                            settings.get(ONLY_IF_MOUNT),
                                            settings,
                                            sources))
                    .proposing(DiskSpaceCheck::propose);

    private final Portion minimumFree;
    private final FreeInodes minimumFreeInodes;

    DiskSpaceCheck(Portion minimumFree, FreeInodes minimumFreeInodes) {
        this.minimumFree = minimumFree;
        this.minimumFreeInodes = minimumFreeInodes;
    }

    /** For a path that is judged with the limits that hold when nobody sets any. */
    public static CheckKind.Made<FileSystemUse> withoutSettings(
            String path, boolean onlyIfMount, Sources sources) {
        return make(path, onlyIfMount, Settings.EMPTY, sources);
    }

    private static CheckKind.Made<FileSystemUse> make(
            String path, boolean onlyIfMount, Settings limits, Sources sources) {
        MountTableSource table = sources.shared(MountTableSource.class, MountTableSource::new);
        LocalFileSystemsSource locals =
                sources.shared(
                        LocalFileSystemsSource.class,
                        machine -> new LocalFileSystemsSource(machine, table));
        return new CheckKind.Made<>(
                new DiskSpaceCheck(limits.get(MINIMUM_FREE), limits.get(MINIMUM_FREE_INODES)),
                sources.shared(
                        FileSystemUseSource.class,
                        onlyIfMount + path,
                        machine -> new FileSystemUseSource(table, locals, path, onlyIfMount)));
    }

    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Optional<MountTable> table =
                node.see(node.sources().shared(MountTableSource.class, MountTableSource::new));
        List<Proposal> proposals = new ArrayList<>();
        proposals.add(Proposal.named("space").with(PATH, "/"));
        for (String path : List.of("/var", "/tmp")) {
            boolean ownDisk =
                    table.flatMap(mounts -> mounts.at(path))
                            .filter(mount -> !mount.isRemote() && !mount.isAutomountTrigger())
                            .isPresent();
            if (ownDisk) {
                proposals.add(Proposal.named("space" + path.replace('/', '-')).with(PATH, path));
            }
        }
        return proposals;
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
    public Examination examine(FileSystemUse use) {
        String free =
                Amounts.bytes(use.freeBytes())
                        + " free ("
                        + Amounts.percent(use.freePercent())
                        + ")";
        Component where = Component.mount(use.path());
        List<Finding> findings = new ArrayList<>();
        if (!minimumFree.isReachedBy(use.freeBytes(), use.freePercent())) {
            String limit = "at least " + minimumFree.shown();
            findings.add(Finding.of(SPACE_LOW, where, use.path() + " has " + free, free, limit));
        }
        if (!minimumFreeInodes.areIn(use)) {
            String value = minimumFreeInodes.free(use);
            String limit = minimumFreeInodes.shown();
            String message = use.path() + " has " + value + " of its inodes free";
            findings.add(Finding.of(INODES_LOW, where, message, value, limit));
        }
        return new Examination(use.path(), free, "at least " + minimumFree.shown(), findings);
    }
}
