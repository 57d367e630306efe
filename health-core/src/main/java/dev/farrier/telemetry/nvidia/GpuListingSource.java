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

/** Asks {@code nvidia-smi} for the GPUs and a few values that a GPU in order can always tell. */
public final class GpuListingSource implements TelemetrySource<GpuListing> {
    public static final String ECC = "ecc.errors.uncorrected.volatile.total";

    private static final String COUNT = "count";
    private static final String QUERY =
            "--query-gpu=index,count,uuid,pci.bus_id,name,driver_version,pstate,temperature.gpu,"
                    + "memory.total,"
                    + ECC;
    private static final String FORMAT = "--format=csv,nounits";

    private final Machine machine;
    private final List<String> argv;
    private boolean expected;

    /**
     * @param program a path, or a name to look for
     */
    public GpuListingSource(Machine machine, String program) {
        this.machine = machine;
        this.argv = argv(program);
    }

    static List<String> argv(String program) {
        return List.of(program, QUERY, FORMAT);
    }

    /**
     * Somebody says that this node has GPUs: from now on it is a failed look when {@code
     * nvidia-smi} is missing, and no longer a node without GPUs.
     */
    public void expectGpus() {
        expected = true;
    }

    @Override
    public String origin() {
        return String.join(" ", argv);
    }

    @Override
    public Reading<GpuListing> read(Deadline deadline) throws IOException, InterruptedException {
        return understand(machine.commands().run(Command.of(argv), deadline), expected);
    }

    static Reading<GpuListing> understand(CommandResult result, boolean expected) {
        Optional<GpuListing.Driver> driver = SmiStart.driver(result);
        if (driver.isPresent()) {
            String message =
                    driver.get() == GpuListing.Driver.HUNG
                            ? "nvidia-smi hangs: " + result.stderr().strip()
                            : SmiStart.firstLine(result);
            return new Reading.Present<>(GpuListing.without(driver.get(), message));
        }
        Optional<Reading<GpuListing>> failure = SmiStart.failure(result, expected);
        if (failure.isPresent()) {
            return failure.get();
        }
        GpuListing listing;
        try {
            listing = parse(result.stdout());
        } catch (IllegalArgumentException e) {
            return new Reading.Failed<>("nvidia-smi: " + e.getMessage());
        }
        if (listing.gpus().isEmpty() && listing.lost().isEmpty()) {
            return listing.hidden().isEmpty()
                    ? new Reading.Failed<>(result.describe())
                    : new Reading.NotPermitted<>("no GPU may be opened");
        }
        return new Reading.Present<>(listing);
    }

    /**
     * @throws IllegalArgumentException when a line is none that we know, or the list is shorter
     *     than it says itself and no lost GPU explains it
     */
    static GpuListing parse(String text) {
        SmiCsv csv = SmiCsv.parse(text, "index");
        List<Gpu> gpus = new ArrayList<>();
        int count = 0;
        for (Map<String, SmiField> row : csv.rows()) {
            gpus.add(gpu(row));
            SmiField told = row.get(COUNT);
            count = told != null && told.isKnown() ? number(told.text()) : count;
        }
        List<GpuListing.LostGpu> lost = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (String message : csv.messages()) {
            if (SmiCsv.isAboutAGpuWithoutHandle(message)) {
                String pciId = PciId.findIn(message).orElse("");
                if (message.contains("Insufficient Permissions")) {
                    hidden.add(pciId);
                } else {
                    lost.add(new GpuListing.LostGpu(pciId, message));
                }
            }
        }
        int known = gpus.size() + lost.size() + hidden.size();
        boolean complete = known >= count && !gpus.isEmpty();
        if (!complete && !gpus.isEmpty() && lost.isEmpty()) {
            throw new IllegalArgumentException("the list has " + known + " of " + count + " GPUs");
        }
        return new GpuListing(GpuListing.Driver.READY, "", gpus, lost, hidden, complete);
    }

    private static Gpu gpu(Map<String, SmiField> row) {
        SmiField index = row.getOrDefault("index", SmiField.of(""));
        return new Gpu(
                number(index.text()),
                PciId.of(text(row, "pci.bus_id")).orElse(""),
                text(row, "uuid"),
                row);
    }

    private static String text(Map<String, SmiField> row, String column) {
        SmiField field = row.get(column);
        return field != null && field.isKnown() ? field.text() : "";
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number of a GPU", e);
        }
        throw new IllegalArgumentException("'" + text + "' is no number of a GPU");
    }
}
