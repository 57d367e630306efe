package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/** Reads the pool of huge pages of one size from {@code /sys}. */
public final class HugePagesSource implements TelemetrySource<HugePages> {
    private final Machine machine;
    private final String pools;
    private final String pool;
    private final String where;

    /**
     * @param numaNode empty for the whole node
     */
    public HugePagesSource(Machine machine, long pageBytes, Optional<Integer> numaNode) {
        this.machine = machine;
        this.pools =
                numaNode.map(n -> "/sys/devices/system/node/node" + n).orElse("/sys/kernel/mm")
                        + "/hugepages";
        this.pool = pools + "/hugepages-" + (pageBytes >> 10) + "kB";
        this.where =
                size(pageBytes) + " pages" + numaNode.map(n -> " of NUMA node " + n).orElse("");
    }

    @Override
    public String origin() {
        return pool;
    }

    @Override
    public Reading<HugePages> read(Deadline deadline) throws IOException {
        if (!Files.isDirectory(machine.file(pool))) {
            return Files.isDirectory(machine.file(pools))
                    ? new Reading.Present<>(new HugePages(where, false, 0, 0))
                    : new Reading.Failed<>("there is no " + pools);
        }
        long all = KernelFile.readNumber(machine.file(pool + "/nr_hugepages"));
        long surplus = KernelFile.readNumber(machine.file(pool + "/surplus_hugepages"));
        long free = KernelFile.readNumber(machine.file(pool + "/free_hugepages"));
        return new Reading.Present<>(new HugePages(where, true, Math.max(0, all - surplus), free));
    }

    private static String size(long bytes) {
        return bytes >= 1 << 30
                ? (bytes >> 30) + " GiB"
                : bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
    }
}
