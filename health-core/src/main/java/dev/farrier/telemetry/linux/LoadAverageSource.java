package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;

/** Reads {@code /proc/loadavg}, and how many CPUs there are to share it. */
public final class LoadAverageSource implements TelemetrySource<LoadAverage> {
    private static final String FILE = "/proc/loadavg";
    private static final String CPUS = "/sys/devices/system/cpu/online";
    private static final int LONGEST = 64 << 10;

    private final Machine machine;

    public LoadAverageSource(Machine machine) {
        this.machine = machine;
    }

    @Override
    public String origin() {
        return FILE;
    }

    @Override
    public Reading<LoadAverage> read(Deadline deadline) throws IOException {
        String cpus = KernelFile.read(machine.file(CPUS), LONGEST);
        String load = KernelFile.read(machine.file(FILE), LONGEST);
        return new Reading.Present<>(parse(load, OnlineCpusSource.parse(cpus).count()));
    }

    /**
     * @throws IllegalArgumentException when this is not {@code 0.76 0.62 0.34 5/150 17089}
     */
    static LoadAverage parse(String loadavg, int cpus) {
        String[] field = loadavg.length() > 200 ? new String[0] : loadavg.split(" ", -1);
        if (field.length != 5 || !loadavg.endsWith("\n") || field[3].indexOf('/') < 0) {
            throw new IllegalArgumentException(FILE + " is not five fields in a line");
        }
        return new LoadAverage(number(field[0]), number(field[1]), number(field[2]), cpus);
    }

    private static double number(String text) {
        boolean digits = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            digits &= c >= '0' && c <= '9' || c == '.';
        }
        try {
            if (digits) {
                return Double.parseDouble(text);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(FILE + " says '" + text + "'", e);
        }
        throw new IllegalArgumentException(FILE + " says '" + text + "'");
    }
}
