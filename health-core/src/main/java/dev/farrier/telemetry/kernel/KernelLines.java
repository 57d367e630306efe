package dev.farrier.telemetry.kernel;

import java.util.ArrayList;
import java.util.List;

/** All readers of lines together: what happened by a stretch of the kernel's log. */
public final class KernelLines {
    private KernelLines() {}

    /** A new reader for each subsystem; the first one that takes a record keeps it. */
    private static List<LineReader> readers() {
        return List.of(
                new AerLines(),
                new MemoryErrorLines(),
                new MachineCheckLines(),
                new LinkLines(),
                new StorageLines(),
                new OutOfMemoryLines(),
                new TaskLines());
    }

    /** In the order of their first records; what a program wrote into the log is passed over. */
    public static List<KernelEvent> events(List<KernelRecord> records) {
        List<LineReader> readers = readers();
        for (KernelRecord record : records) {
            if (record.ofKernel()) {
                offer(record, readers);
            }
        }
        List<KernelEvent> events = new ArrayList<>();
        for (LineReader reader : readers) {
            events.addAll(reader.events());
        }
        events.sort((a, b) -> Integer.compare(a.first().line(), b.first().line()));
        return events;
    }

    private static void offer(KernelRecord record, List<LineReader> readers) {
        for (LineReader reader : readers) {
            if (reader.take(record)) {
                return;
            }
        }
    }
}
