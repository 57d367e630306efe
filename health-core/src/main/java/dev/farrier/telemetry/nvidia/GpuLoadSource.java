package dev.farrier.telemetry.nvidia;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks {@code nvidia-smi} which GPUs are at work. */
public final class GpuLoadSource implements TelemetrySource<GpuLoad> {
    private static final String BUS_ID = "pci.bus_id";
    private static final String INDEX = "index";
    private static final String STATE = "pstate";
    private static final String UTILIZATION = "utilization.gpu";
    private static final String GENERATION = "pcie.link.gen.max";

    /** The link of an idle GPU slows down; below this it may still be on its way up. */
    private static final int BUSY_PERCENT = 20;

    private final Machine machine;
    private final List<String> argv;

    /**
     * @param program a path, or a name to look for
     */
    public GpuLoadSource(Machine machine, String program) {
        this.machine = machine;
        this.argv = argv(program);
    }

    static List<String> argv(String program) {
        String columns = String.join(",", BUS_ID, STATE, UTILIZATION, GENERATION);
        return List.of(program, "--query-gpu=" + columns, "--format=csv,nounits");
    }

    @Override
    public String origin() {
        return String.join(" ", argv);
    }

    @Override
    public Reading<GpuLoad> read(Deadline deadline) throws IOException, InterruptedException {
        String csv = machine.commands().run(Command.of(argv), deadline).stdoutOrThrow();
        return new Reading.Present<>(parse(csv));
    }

    /**
     * The list with at least the column {@code pci.bus_id}, first or behind {@code index}, with
     * units or without; what a column does not say is not known.
     *
     * @throws IllegalArgumentException when it is no such list
     */
    public static GpuLoad parse(String csv) {
        String firstColumn = csv.startsWith(INDEX) ? INDEX : BUS_ID;
        Map<String, GpuLoad.Load> loads = new HashMap<>();
        for (Map<String, SmiField> row : SmiCsv.parse(csv, firstColumn).rows()) {
            SmiField bus = row.get(BUS_ID);
            Optional<String> id = bus == null ? Optional.empty() : PciId.of(bus.text());
            id.ifPresent(
                    address ->
                            loads.put(
                                    address,
                                    new GpuLoad.Load(
                                            busy(row.get(STATE), row.get(UTILIZATION)),
                                            Math.max(0, number(row.get(GENERATION), "")))));
        }
        return new GpuLoad(loads);
    }

    private static Optional<Boolean> busy(
            @Nullable SmiField state, @Nullable SmiField utilization) {
        int level = number(state, "P");
        int percent = number(utilization, "");
        return level < 0 || percent < 0
                ? Optional.empty()
                : Optional.of(level <= 2 && percent >= BUSY_PERCENT);
    }

    /** Below 0 when it says none. */
    private static int number(@Nullable SmiField field, String prefix) {
        if (field == null || !field.isKnown() || !field.text().startsWith(prefix)) {
            return -1;
        }
        int end = field.text().indexOf(' ');
        String digits =
                field.text().substring(prefix.length(), end < 0 ? field.text().length() : end);
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
