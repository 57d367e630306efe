package dev.farrier.check.storage;

import dev.farrier.Severity;
import dev.farrier.check.AbsolutePath;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.Mount;
import dev.farrier.telemetry.linux.MountTable;
import dev.farrier.telemetry.linux.MountTableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the node whose root, or the file system that Farrier keeps its state in, became read-only,
 * and other local file systems that the kernel made so after an error. A root that is read-only by
 * design (an image over the network, squashfs) is none of these; nor is what containers mount.
 */
public final class ReadOnlyFileSystemCheck implements Check<MountTable> {
    private static final Fault READ_ONLY =
            Fault.of("root.read-only", Severity.FATAL, Remedy.REBOOT_NODE);
    private static final Fault BY_DESIGN =
            Fault.of("root.read-only-by-design", Severity.INFO, Remedy.NONE);

    private static final Fault OTHER_READ_ONLY =
            Fault.of("filesystem.went-read-only", Severity.DEGRADED, Remedy.ESCALATE);

    private static final Setting<List<String>> PATHS =
            Setting.withDefault(
                    "paths",
                    SettingTypes.TEXTS,
                    List.of("/", "/var/lib/farrier"),
                    "The root, and a directory of Farrier's state; each stands for the file system"
                            + " that it lies on.");

    public static final CheckKind KIND =
            new CheckKind(
                            "filesystem.read-only",
                            "The root file system, and the one of Farrier's state, can be written, and no"
                                    + " other local one went read-only after an error.",
                            List.of(PATHS),
                            List.of(READ_ONLY, OTHER_READ_ONLY, BY_DESIGN),
                            (settings, sources) ->
                                    new CheckKind.Made<>(
                                            new ReadOnlyFileSystemCheck(settings.get(PATHS)),
                                            sources.shared(
                                                    MountTableSource.class, MountTableSource::new)))
                    .proposedWhereSeen();

    private final List<String> paths;

    ReadOnlyFileSystemCheck(List<String> paths) {
        List<String> normal = new ArrayList<>();
        for (String path : paths) {
            normal.add(AbsolutePath.normal(path));
        }
        this.paths = List.copyOf(normal);
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
    public Examination examine(MountTable table) {
        List<Integer> seen = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        StringBuilder looked = new StringBuilder();
        for (String path : paths) {
            Optional<Mount> mount = table.over(path);
            if (mount.isEmpty()) {
                return Examination.cannotTell(path, "no mount is listed that " + path + " is on");
            }
            if (!seen.contains(mount.get().id())) {
                seen.add(mount.get().id());
                looked.append(looked.isEmpty() ? "" : ", ").append(mount.get().path());
                judge(mount.get(), findings);
            }
        }
        judgeOthers(table, seen, findings);
        String value = findings.isEmpty() ? "writable" : findings.get(0).value();
        return new Examination(looked.toString(), value, "writable", findings);
    }

    private static void judge(Mount mount, List<Finding> findings) {
        if (!mount.isReadOnly()) {
            return;
        }
        boolean broken =
                mount.access() == Mount.Access.READ_ONLY_AFTER_ERROR
                        || mount.access() == Mount.Access.READ_ONLY_FILE_SYSTEM
                                && isLocalAndWritable(mount.type());
        String value = mount.access().words();
        findings.add(
                Finding.of(
                        broken ? READ_ONLY : BY_DESIGN,
                        Component.mount(mount.path()),
                        mount.path() + " (" + mount.type() + "): " + value,
                        value,
                        "writable"));
    }

    /** One finding for each file system, also where it is mounted at several places. */
    private static void judgeOthers(MountTable table, List<Integer> seen, List<Finding> findings) {
        List<String> sources = new ArrayList<>();
        for (Mount mount : table.mounts()) {
            if (seen.contains(mount.id())) {
                sources.add(mount.source());
            }
        }
        for (Mount mount : table.mounts()) {
            if (mount.access() == Mount.Access.READ_ONLY_AFTER_ERROR
                    && isLocalAndWritable(mount.type())
                    && !mount.isPassing()
                    && !sources.contains(mount.source())) {
                sources.add(mount.source());
                String value = mount.access().words();
                findings.add(
                        Finding.of(
                                OTHER_READ_ONLY,
                                Component.mount(mount.path()),
                                mount.path() + " (" + mount.type() + "): " + value,
                                value,
                                "writable"));
            }
        }
    }

    private static boolean isLocalAndWritable(String type) {
        return switch (type) {
            case "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "jfs", "zfs" -> true;
            default -> false;
        };
    }
}
