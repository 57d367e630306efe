package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads {@code thermal_throttle} of each core. Only Intel's processors have it, and the times in it
 * came with Linux 5.5: the counts beside them say little, one may stand for a second or an hour.
 */
public final class CpuThrottlingSource implements TelemetrySource<CpuThrottling> {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final String CORE_TIME = "/thermal_throttle/core_throttle_total_time_ms";
    private static final String PACKAGE_TIME = "/thermal_throttle/package_throttle_total_time_ms";
    private static final int LONGEST = 64 << 10;

    private final Machine machine;

    public CpuThrottlingSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return CPUS + "/cpu*/thermal_throttle";
    }

    @Override
    public Reading<CpuThrottling> read(Deadline deadline) throws IOException {
        String online = KernelFile.read(machine.file(CPUS + "/online"), LONGEST);
        CpuSet cpus = CpuSet.parse(CPUS + "/online", online);
        int first = cpus.from(0);
        if (first < 0 || !Files.exists(machine.file(CPUS + "/cpu" + first + CORE_TIME))) {
            return new Reading.Unsupported<>("the kernel does not tell how hot processors were");
        }
        List<CpuThrottling.Processor> processors = new ArrayList<>();
        for (CpuSet rest = cpus; !rest.isEmpty(); ) {
            int cpu = rest.from(0);
            CpuSet whole = siblings(cpu, "core_siblings_list");
            processors.add(look(cpu, whole.common(cpus), deadline));
            rest = rest.without(whole).without(CpuSet.of(cpu));
        }
        return new Reading.Present<>(new CpuThrottling(processors));
    }

    private CpuThrottling.Processor look(int first, CpuSet cpus, Deadline deadline)
            throws IOException {
        String folder = CPUS + "/cpu" + first;
        long id = KernelFile.readNumber(machine.file(folder + "/topology/physical_package_id"));
        Optional<Increase> whole = note("package " + id, folder + PACKAGE_TIME);
        Optional<Increase> hottest = Optional.empty();
        int hottestCore = first;
        for (CpuSet rest = cpus; !rest.isEmpty(); ) {
            if (deadline.hasPassed()) {
                throw new IOException("the CPUs could not all be read in time");
            }
            int cpu = rest.from(0);
            Optional<Increase> core = note("cpu " + cpu, CPUS + "/cpu" + cpu + CORE_TIME);
            if (core.isPresent() && (hottest.isEmpty() || core.get().by() > hottest.get().by())) {
                hottest = core;
                hottestCore = cpu;
            }
            CpuSet threads = siblings(cpu, "thread_siblings_list"); // they all tell the same
            rest = rest.without(threads).without(CpuSet.of(cpu));
        }
        return new CpuThrottling.Processor(id, whole, hottest, hottestCore);
    }

    private Optional<Increase> note(String device, String file) throws IOException {
        long millis = KernelFile.readNumber(machine.file(file));
        return machine.counters().note(device, "throttled", millis);
    }

    private CpuSet siblings(int cpu, String list) throws IOException {
        String file = CPUS + "/cpu" + cpu + "/topology/" + list;
        return CpuSet.parse(file, KernelFile.read(machine.file(file), LONGEST));
    }
}
