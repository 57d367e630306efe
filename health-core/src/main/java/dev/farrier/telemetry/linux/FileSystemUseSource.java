package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.Optional;

/** Asks the file system of a path how full it is, in a child. Wakes no automounter. */
public final class FileSystemUseSource implements TelemetrySource<FileSystemUse> {
    private final MountTableSource table;
    private final LocalFileSystemsSource locals;
    private final String path;
    private final boolean onlyIfMount;

    /**
     * @param path absolute, without a trailing slash
     * @param onlyIfMount Unsupported where the path is no mount of its own
     */
    public FileSystemUseSource(
            MountTableSource table,
            LocalFileSystemsSource locals,
            String path,
            boolean onlyIfMount) {
        this.table = table;
        this.locals = locals;
        this.path = path;
        locals.add(path);
        this.onlyIfMount = onlyIfMount;
    }

    @Override
    public String origin() {
        return "stat -f " + path;
    }

    @Override
    public Reading<FileSystemUse> read(Deadline deadline) throws IOException, InterruptedException {
        MountTable mounts = table.table();
        if (mounts.over(path).filter(Mount::isAutomountTrigger).isPresent()) {
            return new Reading.Failed<>(path + " is left to the automounter, not mounted now");
        }
        if (onlyIfMount && mounts.at(path).isEmpty()) {
            return new Reading.Unsupported<>(path + " is no mount of its own");
        }
        StatFs.Answer answer = locals.ask(path, deadline);
        Optional<FileSystemUse> use = answer.use();
        if (use.isPresent()) {
            return new Reading.Present<>(use.get());
        }
        return answer.kind() == StatFs.Answer.Kind.NOT_PERMITTED
                ? new Reading.NotPermitted<>(answer.failure())
                : new Reading.Failed<>(path + ": " + answer.failure());
    }
}
