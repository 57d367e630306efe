package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code /proc/net/dev}, and how often links came and went. Interfaces without hardware of
 * their own (bridges, tunnels, what containers have) are left out.
 */
public final class NetworkErrorsSource implements TelemetrySource<NetworkErrors> {
    private static final String FILE = "/proc/net/dev";
    private static final String CLASS = "/sys/class/net/";
    private static final int LONGEST = 4 << 20;
    private static final int FIELDS = 16;
    private static final int RECEIVE_ERRORS = 2;
    private static final int RECEIVE_DROPS = 3;
    private static final int SEND_ERRORS = 10;
    private static final int SEND_DROPS = 11;

    private final Machine machine;

    public NetworkErrorsSource(Machine machine) {
        this.machine = machine;
    }

    /** The totals of one interface since its driver was loaded. */
    record Totals(String name, long errors, long drops) {}

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<NetworkErrors> read(Deadline deadline) throws IOException {
        List<NetworkErrors.Errors> interfaces = new ArrayList<>();
        for (Totals totals : parse(KernelFile.read(machine.file(FILE), LONGEST))) {
            Path device = machine.file(CLASS + totals.name() + "/device");
            if (Files.exists(device)) {
                interfaces.add(increases(totals, device));
            }
        }
        return interfaces.isEmpty()
                ? new Reading.Unsupported<>("no network interface with hardware of its own")
                : new Reading.Present<>(new NetworkErrors(interfaces));
    }

    private NetworkErrors.Errors increases(Totals totals, Path device) throws IOException {
        String name = totals.name();
        String key = "net " + name + " " + device.toRealPath().getFileName();
        CounterBook counters = machine.counters();
        long changes = KernelFile.readNumber(machine.file(CLASS + name + "/carrier_changes"));
        return new NetworkErrors.Errors(
                name,
                counters.note(key, "errors", totals.errors()),
                counters.note(key, "drops", totals.drops()),
                counters.note(key, "carrier_changes", changes));
    }

    /**
     * @throws IllegalArgumentException when this is not the table that the kernel gives
     */
    static List<Totals> parse(String table) {
        List<Totals> all = new ArrayList<>();
        int start = afterHeader(table);
        for (int end = table.indexOf('\n', start); end >= 0; end = table.indexOf('\n', start)) {
            all.add(totals(table, start, end));
            start = end + 1;
        }
        if (start != table.length()) {
            throw new IllegalArgumentException(FILE + " is cut");
        }
        return all;
    }

    private static int afterHeader(String table) {
        int first = table.indexOf('\n');
        int second = first < 0 ? -1 : table.indexOf('\n', first + 1);
        if (second < 0 || !table.startsWith("Inter-|") || !table.startsWith(" face |", first + 1)) {
            throw new IllegalArgumentException(FILE + " has no header");
        }
        return second + 1;
    }

    private static Totals totals(String table, int start, int end) {
        int colon = table.lastIndexOf(':', end);
        if (colon <= start) {
            throw new IllegalArgumentException(FILE + " has a line without a name");
        }
        long[] number = new long[FIELDS];
        int found = 0;
        for (int i = colon + 1; i < end; i++) {
            char c = table.charAt(i);
            boolean begins = c != ' ' && table.charAt(i - 1) == ' ' || i == colon + 1 && c != ' ';
            if (begins && ++found > FIELDS || c != ' ' && (c < '0' || c > '9')) {
                throw new IllegalArgumentException(FILE + " has a line that is no row of it");
            }
            if (c != ' ') {
                number[found - 1] = number[found - 1] * 10 + c - '0';
            }
        }
        if (found != FIELDS) {
            throw new IllegalArgumentException(FILE + " has a line of " + found + " numbers");
        }
        return new Totals(
                table.substring(start, colon).strip(),
                number[RECEIVE_ERRORS] + number[SEND_ERRORS],
                number[RECEIVE_DROPS] + number[SEND_DROPS]);
    }
}
