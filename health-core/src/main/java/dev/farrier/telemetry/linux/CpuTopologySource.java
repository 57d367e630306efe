package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads {@code /sys/devices/system/cpu}: one file for each socket and each core. */
public final class CpuTopologySource implements TelemetrySource<CpuTopology> {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final int LONGEST = 64 << 10;

    private final Machine machine;

    public CpuTopologySource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return CPUS + "/cpu*/topology";
    }

    @Override
    public Reading<CpuTopology> read(Deadline deadline) throws IOException {
        CpuSet online = list("online");
        CpuSet present = list("present");
        int sockets = groups(online, "package_cpus_list", "core_siblings_list");
        int cores = groups(online, "core_cpus_list", "thread_siblings_list");
        return new Reading.Present<>(
                new CpuTopology(sockets, cores, online.count(), present.without(online), smt()));
    }

    /**
     * How many groups the CPUs fall into.
     *
     * @param name of the file of a CPU that lists its group
     * @param olderName for kernels before 5.2
     */
    private int groups(CpuSet online, String name, String olderName) throws IOException {
        int groups = 0;
        CpuSet seen = CpuSet.NONE;
        for (int cpu = online.from(0); cpu >= 0; cpu = online.from(cpu + 1)) {
            if (!seen.contains(cpu)) {
                CpuSet group = group(cpu, name, olderName);
                if (!group.contains(cpu)) {
                    throw new IllegalArgumentException("CPU " + cpu + " is not in its own " + name);
                }
                seen = seen.with(group);
                groups++;
            }
        }
        return groups;
    }

    private CpuSet group(int cpu, String name, String olderName) throws IOException {
        String folder = "cpu" + cpu + "/topology/";
        try {
            return list(folder + name);
        } catch (NoSuchFileException e) {
            return list(folder + olderName);
        }
    }

    private CpuSet list(String name) throws IOException {
        Path file = machine.file(CPUS + "/" + name);
        return CpuSet.parse(file.toString(), KernelFile.read(file, LONGEST));
    }

    private CpuTopology.Smt smt() throws IOException {
        Path control = machine.file(CPUS + "/smt/control");
        if (!Files.exists(control)) {
            return CpuTopology.Smt.NONE; // before 4.19
        }
        String word = KernelFile.readLine(control);
        return switch (word) {
            case "on" -> CpuTopology.Smt.ON;
            case "off", "forceoff" -> CpuTopology.Smt.OFF;
            case "notsupported", "notimplemented" -> CpuTopology.Smt.NONE;
            default -> number(control, word);
        };
    }

    /** Since 6.6 the file may say how many threads of a core are on. */
    private static CpuTopology.Smt number(Path control, String word) {
        if (word.length() == 1 && word.charAt(0) >= '1' && word.charAt(0) <= '9') {
            return word.equals("1") ? CpuTopology.Smt.OFF : CpuTopology.Smt.ON;
        }
        throw new IllegalArgumentException(control + " says '" + word + "'");
    }
}
