package dev.farrier.telemetry.nvidia;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks {@code nvidia-smi} for the state of the row remappers. */
public final class RowRemappingSource implements TelemetrySource<RowRemapping> {
    private static final String BUS_ID = "gpu_bus_id";
    private static final String UUID = "gpu_uuid";
    private static final String CORRECTABLE = "remapped_rows.correctable";
    private static final String UNCORRECTABLE = "remapped_rows.uncorrectable";
    private static final String PENDING = "remapped_rows.pending";
    private static final String FAILURE = "remapped_rows.failure";
    private static final String QUERY =
            "--query-remapped-rows="
                    + String.join(",", BUS_ID, UUID, CORRECTABLE, UNCORRECTABLE, PENDING, FAILURE);

    private final Machine machine;
    private final List<String> argv;

    /**
     * @param program a path, or a name to look for
     */
    public RowRemappingSource(Machine machine, String program) {
        this.machine = machine;
        this.argv = argv(program);
    }

    static List<String> argv(String program) {
        return List.of(program, QUERY, "--format=csv,nounits");
    }

    @Override
    public String origin() {
        return String.join(" ", argv);
    }

    @Override
    public Reading<RowRemapping> read(Deadline deadline) throws IOException, InterruptedException {
        return understand(machine.commands().run(Command.of(argv), deadline));
    }

    static Reading<RowRemapping> understand(CommandResult result) {
        Optional<GpuListing.Driver> driver = SmiStart.driver(result);
        if (driver.isPresent()) {
            return driver.get() == GpuListing.Driver.NO_DEVICES
                    ? new Reading.Unsupported<>("no GPU")
                    : new Reading.Failed<>(driver.get().word()); // which gpu.driver judges
        }
        Optional<Reading<RowRemapping>> failure = SmiStart.failure(result, false);
        if (failure.isPresent()) {
            return failure.get();
        }
        try {
            SmiCsv csv = SmiCsv.parse(result.stdout(), BUS_ID);
            if (csv.rows().isEmpty() && (result.exitCode() != 0 || !csv.messages().isEmpty())) {
                return new Reading.Failed<>(result.describe());
            }
            RowRemapping remapping = rows(csv);
            return remapping.gpus().isEmpty()
                    ? new Reading.Unsupported<>("no GPU with a row remapper")
                    : new Reading.Present<>(remapping);
        } catch (IllegalArgumentException e) {
            return new Reading.Failed<>("nvidia-smi: " + e.getMessage());
        }
    }

    private static RowRemapping rows(SmiCsv csv) {
        List<RowRemapping.Rows> gpus = new ArrayList<>();
        for (Map<String, SmiField> row : csv.rows()) {
            SmiField pending = field(row, PENDING);
            SmiField failure = field(row, FAILURE);
            boolean told = pending.isKnown() && failure.isKnown();
            boolean unsupported =
                    pending.kind() == SmiField.Kind.NOT_AVAILABLE
                            && failure.kind() == SmiField.Kind.NOT_AVAILABLE;
            if (!told && !unsupported) {
                throw new IllegalArgumentException(
                        field(row, BUS_ID)
                                + " has "
                                + PENDING
                                + " "
                                + pending
                                + ", "
                                + FAILURE
                                + " "
                                + failure);
            }
            if (told) {
                gpus.add(
                        new RowRemapping.Rows(
                                PciId.of(field(row, BUS_ID).text()).orElse(""),
                                field(row, UUID).text(),
                                count(field(row, CORRECTABLE)),
                                count(field(row, UNCORRECTABLE)),
                                flag(pending.text()),
                                flag(failure.text())));
            }
        }
        int unreached = 0;
        for (String message : csv.messages()) {
            unreached += SmiCsv.isAboutAGpuWithoutHandle(message) ? 1 : 0;
        }
        return new RowRemapping(gpus, unreached);
    }

    private static SmiField field(Map<String, SmiField> row, String column) {
        SmiField field = row.get(column);
        if (field == null) {
            throw new IllegalArgumentException("there is no column " + column);
        }
        return field;
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "0", "No" -> false;
            case "1", "Yes" -> true;
            default -> throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
        };
    }

    private static int count(SmiField field) {
        try {
            return field.isKnown() ? Integer.parseInt(field.text()) : -1;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + field + "' is no count", e);
        }
    }
}
