package dev.farrier.check.storage;

import dev.farrier.Glob;
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
import dev.farrier.check.Proposal;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.LocalFileSystemsSource;
import dev.farrier.telemetry.linux.Mount;
import dev.farrier.telemetry.linux.MountLook;
import dev.farrier.telemetry.linux.MountSource;
import dev.farrier.telemetry.linux.MountTable;
import dev.farrier.telemetry.linux.MountTableSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a mount that is not there, does not answer, or is not what was configured. */
public final class MountCheck implements Check<MountLook> {
    private static final Fault MISSING = Fault.of("mount.missing", Severity.FATAL, Remedy.ESCALATE);
    private static final Fault NOT_ANSWERING =
            Fault.of("mount.not-answering", Severity.FATAL, Remedy.ESCALATE);
    private static final Fault READ_ONLY =
            Fault.of("mount.read-only", Severity.FATAL, Remedy.ESCALATE);
    private static final Fault WENT_READ_ONLY =
            Fault.of("mount.went-read-only", Severity.FATAL, Remedy.REBOOT_NODE);
    private static final Fault WRONG_TYPE =
            Fault.of("mount.wrong-type", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault WRONG_SOURCE =
            Fault.of("mount.wrong-source", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault WRONG_OPTIONS =
            Fault.of("mount.wrong-options", Severity.DEGRADED, Remedy.ESCALATE);
    private static final Fault COVERED =
            Fault.of("mount.covers-another", Severity.INFO, Remedy.NONE);
    private static final Fault NOT_LOOKED_AT =
            Fault.of("mount.left-to-automounter", Severity.INFO, Remedy.NONE);

    private static final Setting<String> PATH =
            Setting.required(
                    "path", AbsolutePath.TYPE, "The mount point itself, no symbolic link to it.");
    private static final Setting<String> TYPE =
            Setting.optional(
                    "fsType", SettingTypes.TEXT, "The file system type, such as nfs4 or nfs*.");
    private static final Setting<String> SOURCE =
            Setting.optional(
                    "source",
                    SettingTypes.TEXT,
                    "What is mounted, such as server:/export or /dev/nvme*.");
    private static final Setting<String> ROOT =
            Setting.optional(
                    "root",
                    AbsolutePath.TYPE,
                    "The directory of the file system that is mounted there; / unless it is a bind"
                            + " mount of a part of it.");
    private static final Setting<List<String>> OPTIONS =
            Setting.withDefault(
                    "options",
                    SettingTypes.TEXTS,
                    List.of(),
                    "Options that it must have, such as nosuid, vers=4.2 or vers=4.*.");
    private static final Setting<List<String>> FORBIDDEN_OPTIONS =
            Setting.withDefault(
                    "forbiddenOptions",
                    SettingTypes.TEXTS,
                    List.of(),
                    "Options that it must not have, such as noexec or soft.");
    private static final Setting<Boolean> READ_WRITE =
            Setting.withDefault(
                    "readWrite",
                    SettingTypes.FLAG,
                    true,
                    "It must be writable; false for a mount that is read-only on purpose, as"
                            + " 'ro' among its options is too.");

    public static final CheckKind KIND =
            new CheckKind(
                            "mount",
                            "A file system is mounted, answers, is writable and has the options that it"
                                    + " should.",
                            List.of(
                                    PATH,
                                    TYPE,
                                    SOURCE,
                                    ROOT,
                                    OPTIONS,
                                    FORBIDDEN_OPTIONS,
                                    READ_WRITE),
                            List.of(
                                    MISSING,
                                    NOT_ANSWERING,
                                    READ_ONLY,
                                    WENT_READ_ONLY,
                                    WRONG_TYPE,
                                    WRONG_SOURCE,
                                    WRONG_OPTIONS,
                                    COVERED,
                                    NOT_LOOKED_AT),
                            MountCheck::make)
                    .proposing(MountCheck::propose);

    private final Expected expected;

    MountCheck(Expected expected) {
        this.expected = expected;
    }

    /**
     * What the mount should be.
     *
     * @param type a glob, as are {@code source} and the options
     * @param root the directory of the file system that is mounted
     */
    record Expected(
            Optional<String> type,
            Optional<String> source,
            Optional<String> root,
            List<String> options,
            List<String> forbiddenOptions,
            boolean readWrite) {

        static Expected of(Settings settings) {
            List<String> options = settings.get(OPTIONS);
            return new Expected(
                    settings.find(TYPE),
                    settings.find(SOURCE),
                    settings.find(ROOT),
                    options,
                    settings.get(FORBIDDEN_OPTIONS),
                    settings.get(READ_WRITE) && !options.contains("ro"));
        }

        String shown() {
            return "mounted"
                    + type.map(wanted -> " as " + wanted).orElse("")
                    + source.map(wanted -> " from " + wanted).orElse("")
                    + (options.isEmpty() ? "" : " with " + String.join(",", options))
                    + (forbiddenOptions.isEmpty()
                            ? ""
                            : " without " + String.join(",", forbiddenOptions))
                    + (readWrite ? ", writable" : "");
        }
    }

    private static CheckKind.Made<MountLook> make(Settings settings, Sources sources) {
        String path = settings.get(PATH);
        MountTableSource table = sources.shared(MountTableSource.class, MountTableSource::new);
        LocalFileSystemsSource locals =
                sources.shared(
                        LocalFileSystemsSource.class,
                        machine -> new LocalFileSystemsSource(machine, table));
        return new CheckKind.Made<>(
                new MountCheck(Expected.of(settings)),
                sources.shared(
                        MountSource.class, path, machine -> new MountSource(table, locals, path)));
    }

    /** What is mounted for jobs and lasts: other machines' file systems, and local data. */
    private static List<Proposal> propose(NodeView node) throws InterruptedException {
        Optional<MountTable> table =
                node.see(node.sources().shared(MountTableSource.class, MountTableSource::new));
        Map<String, Proposal> proposals = new LinkedHashMap<>();
        for (Mount mount : table.map(MountTable::mounts).orElse(List.of())) {
            boolean lasts =
                    !mount.isPassing()
                            && !mount.isAutomountTrigger()
                            && !isAutomounted(mount, table.get())
                            && (mount.isRemote() || isLocalData(mount));
            if (lasts && table.get().at(mount.path()).filter(mount::equals).isPresent()) {
                String name = "mount" + mount.path().replace('/', '-');
                Proposal proposal =
                        Proposal.named(plain(name))
                                .with(PATH, mount.path())
                                .with(TYPE, mount.type());
                if (mount.isRemote() && isPlainSource(mount.source())) {
                    proposal = proposal.with(SOURCE, mount.source());
                }
                if (!mount.root().equals("/")) {
                    proposal = proposal.with(ROOT, mount.root());
                }
                if (mount.access() == Mount.Access.READ_ONLY_AFTER_ERROR) {
                    proposal = proposal.warning(mount.path() + ": " + mount.access().words());
                } else if (mount.isReadOnly()) {
                    proposal = proposal.with(READ_WRITE, false);
                }
                proposals.putIfAbsent(mount.path(), proposal);
            }
        }
        return List.copyOf(proposals.values());
    }

    /** A mount that comes when it is used and goes when it is not. */
    private static boolean isAutomounted(Mount mount, MountTable table) {
        for (Mount other : table.mounts()) {
            if (other.isAutomountTrigger()
                    && (mount.path().equals(other.path())
                            || mount.path().startsWith(other.path() + "/"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLocalData(Mount mount) {
        boolean disk =
                switch (mount.type()) {
                    case "ext4", "ext3", "xfs", "btrfs", "zfs", "f2fs" -> true;
                    default -> false;
                };
        return disk
                && mount.root().equals("/")
                && !mount.path().equals("/")
                && !mount.path().startsWith("/boot")
                && !mount.source().startsWith("/dev/loop");
    }

    /** With several servers, or a glob's signs, another node may have it otherwise. */
    private static boolean isPlainSource(String source) {
        for (int i = 0; i < source.length(); i++) {
            if ("*?[]{},".indexOf(source.charAt(i)) >= 0) {
                return false;
            }
        }
        return !source.isEmpty();
    }

    /** As the name of an instance may be. */
    private static String plain(String text) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length() && i < 60; i++) {
            char c = text.charAt(i);
            boolean allowed =
                    c >= 'a' && c <= 'z'
                            || c >= 'A' && c <= 'Z'
                            || c >= '0' && c <= '9'
                            || c == '-'
                            || c == '.';
            name.append(allowed ? c : '_');
        }
        return name.toString();
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
    public Examination examine(MountLook look) {
        String limit = expected.shown();
        Mount mount = look.mount().orElse(null);
        if (mount == null) {
            Finding finding =
                    look.state() == MountLook.State.LEFT_TO_AUTOMOUNTER
                            ? finding(NOT_LOOKED_AT, look, "not mounted now; automounted on use")
                            : finding(MISSING, look, "not mounted");
            return new Examination(look.path(), finding.value(), limit, List.of(finding));
        }
        List<Finding> findings = new ArrayList<>();
        judgeAnswer(look, mount, findings);
        judgeAccess(look, mount, findings);
        judgeOrigin(look, mount, findings);
        judgeOptions(look, mount, findings);
        if (look.covered() > 0) {
            String value = Amounts.count(look.covered(), "other mount") + " below, out of reach";
            findings.add(finding(COVERED, look, value));
        }
        String value = mount.type() + " from " + mount.source() + ", " + mount.access().words();
        return new Examination(look.path(), value, limit, findings);
    }

    private void judgeAnswer(MountLook look, Mount mount, List<Finding> findings) {
        if (look.state() == MountLook.State.ANSWERS) {
            return;
        }
        String who = mount.isRemote() ? mount.source() : "the file system";
        String what = look.state() == MountLook.State.BROKEN ? ": " : " does not answer: ";
        findings.add(finding(NOT_ANSWERING, look, who + what + look.detail()));
    }

    private void judgeAccess(MountLook look, Mount mount, List<Finding> findings) {
        if (!expected.readWrite || !mount.isReadOnly()) {
            return;
        }
        Fault fault =
                mount.access() == Mount.Access.READ_ONLY_AFTER_ERROR ? WENT_READ_ONLY : READ_ONLY;
        findings.add(finding(fault, look, mount.access().words()));
    }

    private void judgeOrigin(MountLook look, Mount mount, List<Finding> findings) {
        if (expected.type.isPresent() && !Glob.matches(expected.type.get(), mount.type())) {
            String value = "type " + mount.type() + " instead of " + expected.type.get();
            findings.add(finding(WRONG_TYPE, look, value));
        }
        if (expected.source.isPresent() && !Glob.matches(expected.source.get(), mount.source())) {
            String value =
                    "mounted from " + mount.source() + " instead of " + expected.source.get();
            findings.add(finding(WRONG_SOURCE, look, value));
        }
        if (expected.root.isPresent() && !expected.root.get().equals(mount.root())) {
            String value =
                    mount.root()
                            + " of "
                            + mount.source()
                            + " is mounted instead of "
                            + expected.root.get();
            findings.add(finding(WRONG_SOURCE, look, value));
        }
    }

    private void judgeOptions(MountLook look, Mount mount, List<Finding> findings) {
        List<String> wrong = new ArrayList<>();
        for (String option : expected.options) {
            if (!mount.hasOption(option)) {
                wrong.add("without " + option);
            }
        }
        for (String option : expected.forbiddenOptions) {
            if (mount.hasOption(option)) {
                wrong.add("with " + option);
            }
        }
        if (!wrong.isEmpty()) {
            findings.add(finding(WRONG_OPTIONS, look, "mounted " + String.join(", ", wrong)));
        }
    }

    private Finding finding(Fault fault, MountLook look, String value) {
        return Finding.of(
                fault,
                Component.mount(look.path()),
                look.path() + ": " + value,
                value,
                expected.shown());
    }
}
