package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads {@code /sys/devices/system/cpu/online}: one file, however many CPUs there are. */
public final class OnlineCpusSource implements TelemetrySource<OnlineCpus> {
    private static final String FILE = "/sys/devices/system/cpu/online";
    private static final int LONGEST = 64 << 10;
    private static final int MOST = 1 << 20; // the kernel's own limit is 8,192 today

    private final Machine machine;

    public OnlineCpusSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<OnlineCpus> read(Deadline deadline) throws IOException {
        return new Reading.Present<>(parse(KernelFile.read(machine.file(FILE), LONGEST)));
    }

    /**
     * @throws IllegalArgumentException when this is no ascending list of ranges that ends with its
     *     line
     */
    static OnlineCpus parse(String text) {
        if (!text.endsWith("\n")) {
            throw odd("does not end with its line");
        }
        String list = text.substring(0, text.length() - 1);
        int count = 0;
        int last = -1;
        for (int start = 0; start <= list.length(); ) {
            int comma = list.indexOf(',', start);
            int end = comma < 0 ? list.length() : comma;
            int dash = list.indexOf('-', start);
            boolean range = dash >= 0 && dash < end;
            int from = number(list, start, range ? dash : end);
            int to = range ? number(list, dash + 1, end) : from;
            if (from <= last || to < from) {
                throw odd("is not ascending");
            }
            count += to - from + 1;
            last = to;
            start = end + 1;
        }
        return new OnlineCpus(count, list);
    }

    private static int number(String list, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = list.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw odd("has something else than numbers");
            }
            value = value * 10 + digit;
            if (value > MOST) {
                throw odd("has a number beyond any CPU");
            }
        }
        if (from >= to) {
            throw odd("lacks a number");
        }
        return value;
    }

    private static IllegalArgumentException odd(String what) {
        return new IllegalArgumentException(FILE + " " + what);
    }
}
