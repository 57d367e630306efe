package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.CounterBook;
import dev.farrier.telemetry.CounterRange;
import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the counters of the memory controllers. A driver lists modules ({@code dimm*}), ranks
 * ({@code rank*}), or rows and their channels ({@code csrow*}), which newer kernels keep beside the
 * others: the rows are only asked where there is nothing finer.
 *
 * <p>Nothing listed is not "no errors": the firmware may keep them to itself.
 */
public final class MemoryErrorsSource implements TelemetrySource<MemoryErrors> {
    private static final String FOLDER = "/devices/system/edac/mc";

    private final Machine machine;
    private final Duration window;

    /**
     * @param window over which increases are counted
     */
    public MemoryErrorsSource(Machine machine, Duration window) {
        this.machine = machine;
        this.window = window;
    }

    public MemoryErrorsSource(Machine machine) {
        this(machine, CounterBook.USUAL_WINDOW);
    }

    @Override
    public String origin() {
        return "/sys" + FOLDER;
    }

    @Override
    public Reading<MemoryErrors> read(Deadline deadline) throws IOException {
        return read(SysFiles.of(machine), machine.counters(), window);
    }

    /** The same of any tree. */
    public static Reading<MemoryErrors> read(SysFiles sys, CounterBook book, Duration window)
            throws IOException {
        List<String> names = SysFiles.numbered("mc", sys.names(FOLDER));
        if (names.isEmpty()) {
            return new Reading.Unsupported<>("no driver counts memory errors here (EDAC)");
        }
        List<MemoryErrors.Controller> controllers = new ArrayList<>();
        boolean counted = false;
        for (String name : names) {
            MemoryErrors.Controller controller = new Look(sys, book, window, name).controller();
            counted |= !controller.parts().isEmpty();
            controllers.add(controller);
        }
        return counted
                ? new Reading.Present<>(new MemoryErrors(controllers))
                : new Reading.Failed<>("no counter of /sys" + FOLDER + " says a number");
    }

    /** One look at one controller. */
    private static final class Look {
        private final SysFiles sys;
        private final CounterBook book;
        private final Duration window;
        private final String folder;
        private final String name;
        private final List<MemoryErrors.Part> parts = new ArrayList<>();
        private final List<String> unreadable = new ArrayList<>();
        private final OptionalLong age;
        private int modules;

        Look(SysFiles sys, CounterBook book, Duration window, String name) throws IOException {
            this.sys = sys;
            this.book = book;
            this.window = window;
            this.folder = FOLDER + "/" + name + "/";
            this.name = name;
            age = sys.count(folder + "seconds_since_reset");
        }

        MemoryErrors.Controller controller() throws IOException {
            List<String> entries = sys.names(FOLDER + "/" + name);
            List<String> fine = new ArrayList<>(SysFiles.numbered("dimm", entries));
            fine.addAll(SysFiles.numbered("rank", entries));
            for (String entry : fine) {
                module(entry);
            }
            modules = fine.size();
            if (parts.isEmpty()) {
                rows(SysFiles.numbered("csrow", entries), fine.isEmpty());
            }
            OptionalLong lostCorrected = count("ce_noinfo_count");
            OptionalLong lostUncorrected = count("ue_noinfo_count");
            add(
                    MemoryErrors.Part.NO_INFO,
                    MemoryErrors.Part.NO_INFO,
                    lostCorrected,
                    lostUncorrected);
            rest();
            return new MemoryErrors.Controller(name, modules, parts, unreadable);
        }

        private void module(String entry) throws IOException {
            add(
                    entry,
                    label(entry + "/dimm_label", name + "/" + entry),
                    count(entry + "/dimm_ce_count"),
                    count(entry + "/dimm_ue_count"));
        }

        private void rows(List<String> rows, boolean nothingFiner) throws IOException {
            for (String row : rows) {
                row(row);
            }
            modules = nothingFiner ? rows.size() : modules;
        }

        /** Corrected errors are counted by channel, uncorrected ones by row. */
        private void row(String row) throws IOException {
            List<String> channels = new ArrayList<>();
            for (String entry : sys.names(folder + row)) {
                if (entry.startsWith("ch") && entry.endsWith("_ce_count")) {
                    channels.add(entry.substring(0, entry.indexOf('_')));
                }
            }
            channels = SysFiles.numbered("ch", channels);
            OptionalLong corrected = count(row + "/ce_count");
            OptionalLong uncorrected = count(row + "/ue_count");
            if (channels.size() == 1) {
                String label = row + "/" + channels.get(0) + "_dimm_label";
                OptionalLong same = count(row + "/" + channels.get(0) + "_ce_count");
                add(
                        row,
                        label(label, name + "/" + row),
                        same.orElse(0) > corrected.orElse(-1) ? same : corrected,
                        uncorrected);
                return;
            }
            long byChannel = 0;
            for (String channel : channels) {
                String entry = row + "/" + channel;
                OptionalLong count = count(entry + "_ce_count");
                byChannel += count.orElse(0);
                add(
                        entry,
                        label(entry + "_dimm_label", name + "/" + row + "/" + channel),
                        count,
                        OptionalLong.empty());
            }
            OptionalLong others =
                    corrected.isPresent()
                            ? OptionalLong.of(Math.max(0, corrected.getAsLong() - byChannel))
                            : corrected;
            add(row, name + "/" + row, others, uncorrected);
        }

        /** What the controller counted and none of its parts did. */
        private void rest() throws IOException {
            OptionalLong corrected = count("ce_count");
            OptionalLong uncorrected = count("ue_count");
            long ofPartsCorrected = 0;
            long ofPartsUncorrected = 0;
            for (MemoryErrors.Part part : parts) {
                ofPartsCorrected += part.corrected().total();
                ofPartsUncorrected += part.uncorrected().total();
            }
            long restCorrected = Math.max(0, corrected.orElse(0) - ofPartsCorrected);
            long restUncorrected = Math.max(0, uncorrected.orElse(0) - ofPartsUncorrected);
            boolean nothingElse =
                    parts.isEmpty() && (corrected.isPresent() || uncorrected.isPresent());
            if (nothingElse || restCorrected > 0 || restUncorrected > 0) {
                add("rest", name, OptionalLong.of(restCorrected), OptionalLong.of(restUncorrected));
            }
        }

        private void add(
                String entry, String part, OptionalLong corrected, OptionalLong uncorrected) {
            if (corrected.isPresent() || uncorrected.isPresent()) {
                String device = "edac " + name + " " + entry + " " + part;
                parts.add(
                        new MemoryErrors.Part(
                                part,
                                note(device, "ce", corrected),
                                note(device, "ue", uncorrected)));
            }
        }

        /** Before the first increase is known, the age of the counters tells the same. */
        private MemoryErrors.Count note(String device, String counter, OptionalLong count) {
            if (count.isEmpty()) {
                return MemoryErrors.Count.NONE;
            }
            long total = count.getAsLong();
            Optional<Increase> increase =
                    book.note(device, counter, total, CounterRange.wrapsAfterBits(32), window);
            if (increase.isEmpty() && age.orElse(0) > 0) {
                increase = Optional.of(new Increase(total, false, age.getAsLong()));
            }
            return new MemoryErrors.Count(total, increase);
        }

        private OptionalLong count(String file) throws IOException {
            Optional<String> text = sys.text(folder + file);
            OptionalLong count =
                    text.isPresent() ? SysFiles.number(text.get()) : OptionalLong.empty();
            if (text.isPresent() && count.isEmpty()) {
                unreadable.add(file);
            }
            return count;
        }

        private String label(String file, String otherwise) throws IOException {
            String label = sys.text(folder + file).orElse("");
            return label.isEmpty() ? otherwise : label;
        }
    }
}
