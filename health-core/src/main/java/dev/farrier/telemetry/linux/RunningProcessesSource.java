package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
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
 * Looks for processes by their command name. The kernel keeps 15 bytes of it; for a longer one the
 * command line has to have it as (the last part of the path of) one of its first two words.
 */
public final class RunningProcessesSource implements TelemetrySource<RunningProcesses> {
    private static final int KERNEL_KEEPS = 15;
    private static final long KTHREADD = 2;
    private static final int LONGEST_COMMAND_LINE = 16 << 10;

    private final ProcessListSource processes;
    private final Path proc;
    private final String name;
    private final String keptName;

    public RunningProcessesSource(Machine machine, ProcessListSource processes, String name) {
        this.processes = processes;
        this.proc = machine.file("/proc");
        this.name = name;
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        this.keptName =
                bytes.length > KERNEL_KEEPS
                        ? new String(bytes, 0, KERNEL_KEEPS, StandardCharsets.UTF_8)
                        : name;
    }

    @Override
    public String origin() {
        return processes.origin();
    }

    @Override
    public Reading<RunningProcesses> read(Deadline deadline) throws IOException {
        Reading<ProcessList> list = processes.read(deadline);
        if (!(list instanceof Reading.Present<ProcessList> present)) {
            return new Reading.Failed<>(((Reading.Failed<ProcessList>) list).why());
        }
        List<Long> pids = new ArrayList<>();
        for (String line : present.value().lines()) {
            if (line.startsWith(keptName, line.indexOf('(') + 1)) { // most lines end here
                ProcessStat process = ProcessStat.parse(line);
                if (matches(process)) {
                    pids.add(process.pid());
                }
            }
        }
        Collections.sort(pids);
        return new Reading.Present<>(new RunningProcesses(name, pids));
    }

    private boolean matches(ProcessStat process) {
        if (!process.name().equals(keptName) || process.isDead() || isKernelThread(process)) {
            return false;
        }
        // The command line of a process in state D may block whoever reads it.
        return keptName.equals(name) || process.state() == 'D' || commandLineHasName(process.pid());
    }

    private static boolean isKernelThread(ProcessStat process) {
        return process.pid() == KTHREADD || process.parent() == KTHREADD;
    }

    private boolean commandLineHasName(long pid) {
        String text;
        try (InputStream in = Files.newInputStream(proc.resolve(pid + "/cmdline"))) {
            text = new String(in.readNBytes(LONGEST_COMMAND_LINE), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return false; // it ended in the meantime
        }
        int end = text.indexOf('\0');
        int secondEnd = end < 0 ? -1 : text.indexOf('\0', end + 1);
        return endsWithName(text, 0, end < 0 ? text.length() : end)
                || secondEnd > 0 && endsWithName(text, end + 1, secondEnd);
    }

    private boolean endsWithName(String text, int from, int to) {
        String word = text.substring(from, to);
        return word.substring(word.lastIndexOf('/') + 1).equals(name);
    }
}
