package dev.farrier.telemetry.nvidia;

import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import java.util.Optional;

/** How {@code nvidia-smi} can fail before it says anything about a GPU, and what that means. */
final class SmiStart {
    private static final String NVML = "Failed to initialize NVML: ";
    private static final int FIRST_SIGNAL = 129;
    private static final int LAST_SIGNAL = 192;

    private SmiStart() {}

    /** What its own failure tells about the driver; empty when there is a list to read. */
    static Optional<GpuListing.Driver> driver(CommandResult result) {
        if (result.end() == CommandResult.End.STUCK) {
            return Optional.of(GpuListing.Driver.HUNG);
        }
        String line = firstLine(result);
        if (result.end() != CommandResult.End.EXITED) {
            return Optional.empty();
        }
        if (line.startsWith("NVIDIA-SMI has failed because it couldn't communicate")
                || line.startsWith(NVML + "Driver Not Loaded")) {
            return Optional.of(GpuListing.Driver.NOT_LOADED);
        }
        if (line.startsWith(NVML + "Driver/library version mismatch")) {
            return Optional.of(GpuListing.Driver.MISMATCH);
        }
        return line.startsWith("No devices were found") || line.startsWith("No devices found")
                ? Optional.of(GpuListing.Driver.NO_DEVICES)
                : Optional.empty();
    }

    /**
     * Why there is no list to read and no fact about the driver either; empty when there is a list.
     *
     * @param expected somebody said that this node has GPUs
     */
    static <T extends Observation> Optional<Reading<T>> failure(
            CommandResult result, boolean expected) {
        if (isToolMissing(result)) {
            return Optional.of(
                    expected
                            ? new Reading.Failed<>("GPUs are expected; " + result.describe())
                            : new Reading.Unsupported<>("no nvidia-smi"));
        }
        if (result.end() != CommandResult.End.EXITED
                || result.exitCode() >= FIRST_SIGNAL && result.exitCode() <= LAST_SIGNAL) {
            return Optional.of(new Reading.Failed<>(result.describe()));
        }
        String line = firstLine(result);
        if (line.startsWith(NVML + "Insufficient Permissions")) {
            return Optional.of(new Reading.NotPermitted<>(line));
        }
        return line.startsWith(NVML) || line.startsWith("NVIDIA-SMI couldn't")
                ? Optional.of(new Reading.Failed<>(line))
                : Optional.empty();
    }

    static boolean isToolMissing(CommandResult result) {
        return result.end() == CommandResult.End.NOT_FOUND
                || result.end() == CommandResult.End.EXITED
                        && (result.exitCode() == 126 || result.exitCode() == 127)
                        && result.stdout().isBlank();
    }

    static String firstLine(CommandResult result) {
        String text = (result.stdout().isBlank() ? result.stderr() : result.stdout()).strip();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end).strip();
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
