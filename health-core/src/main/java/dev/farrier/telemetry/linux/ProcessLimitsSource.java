package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the limits of the first process of a name, or of the first process of all. */
public final class ProcessLimitsSource implements TelemetrySource<ProcessLimits> {
    private static final int LONGEST = 64 << 10;

    private final Path proc;
    private final String name;
    private final Optional<RunningProcessesSource> processes;

    /**
     * @param processes finds those of the name; empty for process 1
     */
    public ProcessLimitsSource(
            Machine machine, String name, Optional<RunningProcessesSource> processes) {
        this.proc = machine.file("/proc");
        this.name = name;
        this.processes = processes;
    }

    @Override
    public String origin() {
        return "/proc/<pid>/limits";
    }

    @Override
    public Reading<ProcessLimits> read(Deadline deadline) throws IOException, InterruptedException {
        long pid = 1;
        if (processes.isPresent()) {
            Reading<RunningProcesses> running = processes.get().read(deadline);
            if (!(running instanceof Reading.Present<RunningProcesses> present)) {
                return new Reading.Failed<>(((Reading.Failed<RunningProcesses>) running).why());
            }
            if (present.value().pids().isEmpty()) {
                return new Reading.Unsupported<>("no process " + name + " runs");
            }
            pid = present.value().pids().get(0);
        }
        String text = KernelFile.read(proc.resolve(pid + "/limits"), LONGEST);
        return new Reading.Present<>(new ProcessLimits(name, pid, ProcessLimits.parse(text)));
    }
}
