package dev.farrier.telemetry.kernel;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.RememberingSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's log from {@code /dev/kmsg}. At its end a read waits for the next record unless
 * the file was opened not to, which Java cannot: {@code dd} does, and ends where the log ends. One
 * cannot begin at a record's number; what was read before is passed over.
 *
 * <p>What an earlier look found in this boot stays known. Events at the very end of the log may go
 * on, so the next look reads them again from their beginning; where that is overwritten by then,
 * what this look made of them holds.
 */
public final class KernelLogSource implements RememberingSource<KernelLog> {
    private static final String FILE = "/dev/kmsg";

    /** Of a ring of some megabytes; a longer one is read again for its end only. */
    private static final int MOST_RECORDS = 16_384;

    private static final String END_ONLY =
            "dd if=\"$1\" iflag=nonblock ibs=8192 obs=1M 2>/dev/null | tail -c 2000000";

    /** Lines of one event come within milliseconds, a recovery from one within seconds. */
    private static final double SETTLES_SECONDS = 10;

    private final Machine machine;
    private String bootId = "";
    private long settled = -1;
    private long seen = -1;
    private List<KernelFact> settledFacts = List.of();
    private List<KernelFact> allFacts = List.of();

    public KernelLogSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public String memoryKey() {
        return "kernel-log";
    }

    @Override
    public void recall(Map<String, Object> kept, String boot) {
        bootId = boot;
        settled = -1;
        seen = -1;
        settledFacts = List.of();
        allFacts = List.of();
        if (boot.equals(kept.get("boot"))
                && kept.get("settled") instanceof Long knownSettled
                && kept.get("seen") instanceof Long knownSeen) {
            settled = knownSettled;
            seen = knownSeen;
            allFacts = facts(kept.get("facts"));
            settledFacts =
                    kept.containsKey("settledFacts") ? facts(kept.get("settledFacts")) : allFacts;
        }
    }

    private static List<KernelFact> facts(@Nullable Object json) {
        List<KernelFact> facts = new ArrayList<>();
        if (json instanceof List<?> list) {
            for (Object fact : list) {
                KernelFact.fromJson(fact).ifPresent(facts::add);
            }
        }
        return facts;
    }

    @Override
    public Map<String, Object> memory() {
        Map<String, Object> memory = new LinkedHashMap<>();
        memory.put("boot", bootId);
        memory.put("settled", settled);
        memory.put("seen", seen);
        memory.put("facts", toJson(allFacts));
        if (settled < seen) {
            memory.put("settledFacts", toJson(settledFacts));
        }
        return memory;
    }

    private static List<Object> toJson(List<KernelFact> facts) {
        List<Object> json = new ArrayList<>();
        for (KernelFact fact : facts) {
            json.add(fact.toJson());
        }
        return json;
    }

    @Override
    public Reading<KernelLog> read(Deadline deadline) throws IOException, InterruptedException {
        Path file = machine.file(FILE);
        if (!Files.exists(file)) {
            return new Reading.Unsupported<>("no " + FILE);
        }
        CommandResult result = machine.commands().run(wholeLog(file), deadline);
        String text = result.stdout();
        if (result.end() == CommandResult.End.TOO_MUCH_OUTPUT || isCut(result)) {
            result = machine.commands().run(endOfLog(file), deadline);
            text = result.stdout().substring(result.stdout().indexOf('\n') + 1);
        }
        String error = result.stderr();
        if (error.contains("Permission denied") || error.contains("Operation not permitted")) {
            return new Reading.NotPermitted<>(FILE + " may not be read");
        }
        boolean ended =
                result.succeeded()
                        || error.contains("Resource temporarily unavailable")
                        || error.contains("Broken pipe"); // overwritten meanwhile: the rest next
        if (result.end() != CommandResult.End.EXITED || !ended) {
            return new Reading.Failed<>(result.describe());
        }
        return understand(text, uptime());
    }

    private static Command wholeLog(Path file) {
        return Command.of(
                "dd",
                "if=" + file,
                "iflag=nonblock",
                "ibs=8192",
                "obs=1M",
                "count=" + MOST_RECORDS);
    }

    private static Command endOfLog(Path file) {
        return Command.of("/bin/sh", "-c", END_ONLY, "sh", file.toString());
    }

    /** dd read as much as it was told to: {@code 0+16384 records in}. */
    private static boolean isCut(CommandResult result) {
        return result.succeeded()
                && result.stderr().startsWith("0+" + MOST_RECORDS + " records in");
    }

    private double uptime() throws IOException {
        byte[] bytes = Files.readAllBytes(machine.file("/proc/uptime"));
        String text = new String(bytes, StandardCharsets.US_ASCII);
        int end = text.indexOf(' ');
        try {
            return Double.parseDouble(text.substring(0, Math.max(end, 0)));
        } catch (NumberFormatException e) {
            throw new IOException("odd content in /proc/uptime: " + text.strip(), e);
        }
    }

    private Reading<KernelLog> understand(String text, double uptime) throws IOException {
        KernelRecords read = unread(text);
        if (read.records().isEmpty() && read.oddLines() > 0) {
            return new Reading.Failed<>(FILE + " gave something else than records");
        }
        if (read.records().isEmpty()) { // most looks
            return new Reading.Present<>(new KernelLog(uptime, allFacts));
        }
        List<KernelEvent> events = KernelLines.events(read.records());
        long again = firstToReadAgain(read.records(), events);
        KernelFacts known = new KernelFacts(settledFacts);
        KernelFacts all = new KernelFacts(settledFacts);
        for (KernelRecords.Gap gap : read.gaps()) {
            all.addLost(gap.lost(), uptime);
            if (gap.beforeSequence() <= again) {
                known.addLost(gap.lost(), uptime);
            }
        }
        for (KernelEvent event : events) {
            KernelEvent told = PciTree.withGpuBelow(machine, event);
            all.add(told);
            if (event.first().sequence() < again) {
                known.add(told);
            }
        }
        settledFacts = known.list();
        allFacts = all.list();
        seen = newest(read);
        settled = Math.min(seen, again - 1);
        return new Reading.Present<>(new KernelLog(uptime, allFacts));
    }

    /** What is new, and what may have gone on. */
    private KernelRecords unread(String text) {
        KernelRecords read = Kmsg.parse(text, settled);
        if (read.records().isEmpty()) {
            long newest = Kmsg.newest(text);
            if (newest < 0 || newest >= settled) {
                return read;
            }
            settled = -1; // a snapshot of the machine was restored
            seen = -1;
            return Kmsg.parse(text);
        }
        if (settled < seen && read.records().get(0).sequence() > settled + 1) { // overwritten
            settledFacts = allFacts;
            settled = seen;
            return Kmsg.parse(text, seen);
        }
        return read;
    }

    private static long newest(KernelRecords read) {
        return read.records().get(read.records().size() - 1).sequence();
    }

    /** The record with which the next look begins, if not with what is new then. */
    private long firstToReadAgain(List<KernelRecord> records, List<KernelEvent> events) {
        long first = Long.MAX_VALUE;
        double end = records.get(records.size() - 1).seconds();
        for (KernelEvent event : events) {
            KernelRecord last = event.last();
            if (last.sequence() > seen && last.seconds() > end - SETTLES_SECONDS) {
                first = Math.min(first, event.first().sequence());
            }
        }
        return first;
    }
}
