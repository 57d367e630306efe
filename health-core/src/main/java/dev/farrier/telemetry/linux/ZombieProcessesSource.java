package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.ProcessStat;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Counts the zombies in the list of all processes. */
public final class ZombieProcessesSource implements TelemetrySource<ZombieProcesses> {
    private final ProcessListSource processes;

    public ZombieProcessesSource(ProcessListSource processes) {
        this.processes = processes;
    }

    @Override
    public String origin() {
        return processes.origin();
    }

    @Override
    public Reading<ZombieProcesses> read(Deadline deadline) throws IOException {
        Reading<ProcessList> list = processes.read(deadline);
        if (!(list instanceof Reading.Present<ProcessList> present)) {
            return new Reading.Failed<>(((Reading.Failed<ProcessList>) list).why());
        }
        int count = 0;
        String example = "";
        for (String line : present.value().lines()) {
            if (ProcessList.state(line) == 'Z') {
                count++;
                if (count == 1) {
                    ProcessStat first = ProcessStat.parse(line);
                    example = first.name() + " of parent " + first.parent();
                }
            }
        }
        return new Reading.Present<>(new ZombieProcesses(count, example));
    }
}
