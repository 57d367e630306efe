package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.ProcessStat;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the processes in state D in the list of all, and how long each has been in it. One that
 * reads a lot is often seen like that and is well; but it runs in between, and the kernel counts
 * its context switches.
 */
public final class BlockedProcessesSource implements TelemetrySource<BlockedProcesses> {
    private static final int LONGEST_STATUS = 64 << 10;

    private final ProcessListSource processes;
    private final CounterBook counters;
    private final Path proc;

    public BlockedProcessesSource(Machine machine, ProcessListSource processes) {
        this.processes = processes;
        this.counters = machine.counters();
        this.proc = machine.file("/proc");
    }

    @Override
    public String origin() {
        return processes.origin();
    }

    @Override
    public Reading<BlockedProcesses> read(Deadline deadline) throws IOException {
        Reading<ProcessList> list = processes.read(deadline);
        if (!(list instanceof Reading.Present<ProcessList> present)) {
            return new Reading.Failed<>(((Reading.Failed<ProcessList>) list).why());
        }
        Map<String, ProcessStat> byWait = new LinkedHashMap<>();
        for (String line : present.value().lines()) {
            if (ProcessList.state(line) == 'D') {
                ProcessStat process = ProcessStat.parse(line);
                if (!process.isKernelThread()) {
                    String wait = process.pid() + "-" + process.startTime();
                    byWait.put(wait + "-" + contextSwitches(process.pid()), process);
                }
            }
        }
        List<BlockedProcesses.Blocked> blocked = new ArrayList<>();
        counters.lasting("blocked", byWait.keySet())
                .forEach((wait, seconds) -> add(blocked, byWait, wait, seconds));
        return new Reading.Present<>(new BlockedProcesses(blocked));
    }

    private static void add(
            List<BlockedProcesses.Blocked> blocked,
            Map<String, ProcessStat> byWait,
            String wait,
            double seconds) {
        ProcessStat process = byWait.get(wait);
        if (process != null) {
            blocked.add(new BlockedProcesses.Blocked(process.pid(), process.name(), seconds));
        }
    }

    /** 0 when it ended in the meantime. */
    private long contextSwitches(long pid) {
        try {
            String status = KernelFile.read(proc.resolve(pid + "/status"), LONGEST_STATUS);
            return ProcessStatus.parse(status).contextSwitches();
        } catch (IOException | IllegalArgumentException e) {
            return 0;
        }
    }
}
