package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.Glob;
import dev.farrier.exec.ProcessStat;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Looks for processes by their command name, command line and user. The kernel keeps 15 bytes of
 * the name; for a longer one the command line has to have it as (the last part of the path of) one
 * of its first two words. More than the list of all processes is read only of those whose name
 * fits.
 */
public final class RunningProcessesSource implements TelemetrySource<RunningProcesses> {
    private static final int KERNEL_KEEPS = 15;
    private static final int LONGEST_COMMAND_LINE = 16 << 10;
    private static final int LONGEST_STATUS = 64 << 10;

    private final ProcessListSource processes;
    private final UserNumbers users;
    private final Path proc;
    private final ProcessPattern pattern;
    private final String keptName;

    public RunningProcessesSource(
            Machine machine, ProcessListSource processes, ProcessPattern pattern) {
        this.processes = processes;
        this.users = new UserNumbers(machine);
        this.proc = machine.file("/proc");
        this.pattern = pattern;
        byte[] bytes = pattern.name().getBytes(StandardCharsets.UTF_8);
        this.keptName =
                bytes.length > KERNEL_KEEPS
                        ? new String(bytes, 0, KERNEL_KEEPS, StandardCharsets.UTF_8)
                        : pattern.name();
    }

    @Override
    public String origin() {
        return processes.origin();
    }

    @Override
    public Reading<RunningProcesses> read(Deadline deadline)
            throws IOException, InterruptedException {
        Reading<ProcessList> list = processes.read(deadline);
        if (!(list instanceof Reading.Present<ProcessList> present)) {
            return new Reading.Failed<>(((Reading.Failed<ProcessList>) list).why());
        }
        long user = pattern.user().isEmpty() ? -1 : users.of(pattern.user(), deadline);
        List<Long> pids = new ArrayList<>();
        int unread = 0;
        for (String line : present.value().lines()) {
            if (!line.startsWith(keptName, line.indexOf('(') + 1)) { // most lines end here
                continue;
            }
            ProcessStat process = ProcessStat.parse(line);
            if (!isNamed(process) || process.isDead() || process.isKernelThread()) {
                continue;
            }
            if (user >= 0 && userOf(process.pid()) != user) {
                continue;
            }
            // The command line of a process in state D may block whoever reads it.
            if (process.state() == 'D' && !pattern.commandLine().isEmpty()) {
                unread++;
            } else if (process.state() == 'D' || commandLineFits(process.pid())) {
                pids.add(process.pid());
            }
        }
        Collections.sort(pids);
        return new Reading.Present<>(new RunningProcesses(pattern.shown(), pids, unread));
    }

    private boolean isNamed(ProcessStat process) {
        return pattern.name().isEmpty() || process.name().equals(keptName);
    }

    /** Negative when it ended in the meantime. */
    private long userOf(long pid) throws IOException {
        String status;
        try {
            status = KernelFile.read(proc.resolve(pid + "/status"), LONGEST_STATUS);
        } catch (IOException e) {
            return -1;
        }
        return status.isEmpty() ? -1 : ProcessStatus.parse(status).userId();
    }

    private boolean commandLineFits(long pid) {
        boolean nameIsCut = !keptName.equals(pattern.name());
        if (!nameIsCut && pattern.commandLine().isEmpty()) {
            return true;
        }
        String text;
        try (InputStream in = Files.newInputStream(proc.resolve(pid + "/cmdline"))) {
            text = new String(in.readNBytes(LONGEST_COMMAND_LINE), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return false; // it ended in the meantime
        }
        return (!nameIsCut || hasName(text))
                && (pattern.commandLine().isEmpty()
                        || Glob.matches(pattern.commandLine(), text.replace('\0', ' ').strip()));
    }

    private boolean hasName(String text) {
        int end = text.indexOf('\0');
        int secondEnd = end < 0 ? -1 : text.indexOf('\0', end + 1);
        return endsWithName(text, 0, end < 0 ? text.length() : end)
                || secondEnd > 0 && endsWithName(text, end + 1, secondEnd);
    }

    private boolean endsWithName(String text, int from, int to) {
        String word = text.substring(from, to);
        return word.substring(word.lastIndexOf('/') + 1).equals(pattern.name());
    }
}
