package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.Optional;

/**
 * Looks whether a path is a mount and asks the file system there for its numbers, in a child. A
 * path that only the automounter answers for is not touched.
 */
public final class MountSource implements TelemetrySource<MountLook> {
    private final MountTableSource table;
    private final LocalFileSystemsSource locals;
    private final String path;

    /**
     * @param path absolute, without a trailing slash
     */
    public MountSource(MountTableSource table, LocalFileSystemsSource locals, String path) {
        this.table = table;
        this.locals = locals;
        this.path = path;
        locals.add(path);
    }

    @Override
    public String origin() {
        return MountTableSource.FILE + ", stat -f " + path;
    }

    @Override
    public Reading<MountLook> read(Deadline deadline) throws IOException, InterruptedException {
        MountTable mounts = table.table();
        Optional<Mount> mount = mounts.at(path).filter(found -> !found.isAutomountTrigger());
        if (mount.isEmpty()) {
            return new Reading.Present<>(new MountLook(path, mount, absence(mounts), "", 0));
        }
        StatFs.Answer answer = locals.ask(path, deadline);
        return switch (answer.kind()) {
            case ANSWERED -> present(mounts, mount, MountLook.State.ANSWERS, answer);
            case SILENT -> present(mounts, mount, MountLook.State.SILENT, answer);
            case BROKEN -> present(mounts, mount, MountLook.State.BROKEN, answer);
            case NOT_PERMITTED -> new Reading.NotPermitted<>(answer.failure());
            case PROBE_FAILED -> new Reading.Failed<>(answer.failure());
        };
    }

    /**
     * What the end of a probe that somebody else ran says of a file system.
     *
     * @return empty when it says nothing: not permitted, or the probe itself did not work
     */
    public static Optional<MountLook.State> stateOf(CommandResult probe) {
        if (probe.succeeded()) {
            return Optional.of(MountLook.State.ANSWERS);
        }
        return switch (StatFs.understand("", probe).kind()) {
            case SILENT -> Optional.of(MountLook.State.SILENT);
            case BROKEN -> Optional.of(MountLook.State.BROKEN);
            case ANSWERED, NOT_PERMITTED, PROBE_FAILED -> Optional.empty();
        };
    }

    private MountLook.State absence(MountTable mounts) {
        return mounts.over(path).filter(Mount::isAutomountTrigger).isPresent()
                ? MountLook.State.LEFT_TO_AUTOMOUNTER
                : MountLook.State.NOT_MOUNTED;
    }

    private Reading<MountLook> present(
            MountTable mounts, Optional<Mount> mount, MountLook.State state, StatFs.Answer answer) {
        int covered = -1; // the mount itself is one of the stack
        for (Mount stacked : mounts.stackedAt(path)) {
            covered += stacked.isAutomountTrigger() ? 0 : 1;
        }
        return new Reading.Present<>(new MountLook(path, mount, state, answer.failure(), covered));
    }
}
