package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Asks all local file systems in one child: a child costs a short run more than any other look, and
 * most sites watch ten mounts. Whatever may not answer gets a child of its own: file systems of
 * other machines always, the others when the common child did not answer for all at once.
 */
public final class LocalFileSystemsSource implements TelemetrySource<LocalFileSystems> {
    private static final long SERVES_NANOS = 1_000_000_000;
    private static final long AFTER_A_FAILURE_NANOS = 60_000_000_000L;
    private static final Duration TOGETHER = Duration.ofSeconds(1);
    private static final LocalFileSystems NONE = new LocalFileSystems(Map.of());

    private final Machine machine;
    private final MountTableSource table;
    private final TreeSet<String> paths = new TreeSet<>();
    private @Nullable LocalFileSystems last;
    private long lastNanos;

    public LocalFileSystemsSource(Machine machine, MountTableSource table) {
        this.machine = machine;
        this.table = table;
    }

    /** Adds a path to those that are asked, where it is a mount of its own. */
    synchronized void add(String path) {
        paths.add(path);
    }

    @Override
    public String origin() {
        return "stat -f";
    }

    @Override
    public synchronized Reading<LocalFileSystems> read(Deadline deadline)
            throws IOException, InterruptedException {
        LocalFileSystems known = last;
        if (known == null || System.nanoTime() - lastNanos > serves(known)) {
            known = askTogether(deadline);
            last = known;
            lastNanos = System.nanoTime();
        }
        return new Reading.Present<>(known);
    }

    private static long serves(LocalFileSystems known) {
        return known.byPath().isEmpty() ? AFTER_A_FAILURE_NANOS : SERVES_NANOS;
    }

    /** Asks the file system at {@code path}, together with others where that is possible. */
    StatFs.Answer ask(String path, Deadline deadline) throws IOException, InterruptedException {
        if (isLocalMount(path)
                && read(deadline) instanceof Reading.Present<LocalFileSystems> present) {
            FileSystemUse use = present.value().byPath().get(path);
            if (use != null) {
                return StatFs.Answer.answered(use);
            }
        }
        return StatFs.ask(machine.commands(), path, deadline);
    }

    private boolean isLocalMount(String path) throws IOException {
        Mount mount = table.table().at(path).orElse(null);
        return mount != null && !mount.isRemote() && !mount.isAutomountTrigger();
    }

    private LocalFileSystems askTogether(Deadline deadline)
            throws IOException, InterruptedException {
        List<String> asked = new ArrayList<>();
        for (String path : paths) {
            if (isLocalMount(path)) {
                asked.add(path);
            }
        }
        if (asked.size() < 2 || deadline.remaining().compareTo(StatFs.FAIR) < 0) {
            return NONE;
        }
        CommandResult result =
                machine.commands().run(Command.of(StatFs.argv(asked)), deadline.atMost(TOGETHER));
        return result.end() == CommandResult.End.EXITED && result.exitCode() == 0
                ? understand(asked, result.stdout())
                : NONE;
    }

    /** None when it is not one line for each that was asked. */
    private static LocalFileSystems understand(List<String> asked, String stdout) {
        Map<String, FileSystemUse> uses = new HashMap<>();
        int start = 0;
        try {
            for (String path : asked) {
                int end = stdout.indexOf('\n', start) + 1;
                uses.put(path, StatFs.parse(path, stdout.substring(start, Math.max(start, end))));
                start = end;
            }
        } catch (IllegalArgumentException e) {
            return NONE;
        }
        return start == stdout.length() ? new LocalFileSystems(uses) : NONE;
    }
}
