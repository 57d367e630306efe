package dev.farrier.telemetry.linux;

import dev.farrier.telemetry.Increase;
import dev.farrier.telemetry.Observation;
import java.util.List;
import java.util.Optional;

/** The memory errors that the kernel's drivers for memory controllers (EDAC) counted. */
public record MemoryErrors(List<Controller> controllers) implements Observation {
    public MemoryErrors {
        controllers = List.copyOf(controllers);
    }

    /**
     * One memory controller.
     *
     * @param name {@code mc0}
     * @param modules how many modules, ranks or rows it lists
     * @param parts what its errors belong to; no error is in two of them
     * @param unreadable counters that are there and say no number
     */
    public record Controller(String name, int modules, List<Part> parts, List<String> unreadable) {
        public Controller {
            parts = List.copyOf(parts);
            unreadable = List.copyOf(unreadable);
        }

        public long corrected() {
            long sum = 0;
            for (Part part : parts) {
                sum += part.corrected().total();
            }
            return sum;
        }

        public long uncorrected() {
            long sum = 0;
            for (Part part : parts) {
                sum += part.uncorrected().total();
            }
            return sum;
        }
    }

    /**
     * What errors belong to.
     *
     * @param name the label of the module, or where the kernel lists it ({@code mc1/rank4}); {@link
     *     #NO_INFO} for errors that the controller could tie to none, and the controller's own name
     *     for those that it counted and none of its parts did
     */
    public record Part(String name, Count corrected, Count uncorrected) {
        public static final String NO_INFO = "noinfo";
    }

    /**
     * A counter.
     *
     * @param total since the driver was loaded, which is never before this boot
     * @param increase empty when it is not known
     */
    public record Count(long total, Optional<Increase> increase) {
        public static final Count NONE = new Count(0, Optional.empty());
    }
}
