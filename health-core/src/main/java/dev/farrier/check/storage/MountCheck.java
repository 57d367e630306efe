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
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.LocalFileSystemsSource;
import dev.farrier.telemetry.linux.Mount;
import dev.farrier.telemetry.linux.MountLook;
import dev.farrier.telemetry.linux.MountSource;
import dev.farrier.telemetry.linux.MountTableSource;
import java.util.ArrayList;
import java.util.List;
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
    private static final Fault NOT_LOOKED_AT =
            Fault.of("mount.left-to-automounter", Severity.INFO, Remedy.NONE);

    private static final Setting<String> PATH =
            Setting.required(
                    "path", AbsolutePath.TYPE, "The mount point itself, no symbolic link to it.");
    private static final Setting<String> TYPE =
            Setting.optional("fsType", SettingTypes.TEXT, "The file system type, such as nfs4.");
    private static final Setting<String> SOURCE =
            Setting.optional(
                    "source", SettingTypes.TEXT, "What is mounted, such as server:/export.");
    private static final Setting<Boolean> READ_WRITE =
            Setting.withDefault(
                    "readWrite",
                    SettingTypes.FLAG,
                    true,
                    "It must be writable; false for a mount that is read-only on purpose.");

    public static final CheckKind KIND =
            new CheckKind(
                    "mount",
                    "A file system is mounted, answers and is writable.",
                    List.of(PATH, TYPE, SOURCE, READ_WRITE),
                    List.of(
                            MISSING,
                            NOT_ANSWERING,
                            READ_ONLY,
                            WENT_READ_ONLY,
                            WRONG_TYPE,
                            WRONG_SOURCE,
                            NOT_LOOKED_AT),
                    MountCheck::make);

    private final Optional<String> type;
    private final Optional<String> source;
    private final boolean readWrite;

    MountCheck(Optional<String> type, Optional<String> source, boolean readWrite) {
        this.type = type;
        this.source = source;
        this.readWrite = readWrite;
    }

    private static CheckKind.Made<MountLook> make(Settings settings, Sources sources) {
        String path = settings.get(PATH);
        MountTableSource table = sources.shared(MountTableSource.class, MountTableSource::new);
        LocalFileSystemsSource locals =
                sources.shared(
                        LocalFileSystemsSource.class,
                        machine -> new LocalFileSystemsSource(machine, table));
        return new CheckKind.Made<>(
                new MountCheck(
                        settings.find(TYPE), settings.find(SOURCE), settings.get(READ_WRITE)),
                sources.shared(
                        MountSource.class, path, machine -> new MountSource(table, locals, path)));
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
        String limit = limit();
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
        if (type.isPresent() && !type.get().equals(mount.type())) {
            String value = "type " + mount.type() + " instead of " + type.get();
            findings.add(finding(WRONG_TYPE, look, value));
        }
        if (source.isPresent() && !source.get().equals(mount.source())) {
            String value = "mounted from " + mount.source() + " instead of " + source.get();
            findings.add(finding(WRONG_SOURCE, look, value));
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
        if (!readWrite || !mount.isReadOnly()) {
            return;
        }
        Fault fault =
                mount.access() == Mount.Access.READ_ONLY_AFTER_ERROR ? WENT_READ_ONLY : READ_ONLY;
        findings.add(finding(fault, look, mount.access().words()));
    }

    private Finding finding(Fault fault, MountLook look, String value) {
        return Finding.of(
                fault, Component.mount(look.path()), look.path() + ": " + value, value, limit());
    }

    private String limit() {
        return "mounted"
                + type.map(wanted -> " as " + wanted).orElse("")
                + source.map(wanted -> " from " + wanted).orElse("")
                + (readWrite ? ", writable" : "");
    }
}
