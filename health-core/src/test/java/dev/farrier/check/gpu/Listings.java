package dev.farrier.check.gpu;

import dev.farrier.Deadline;
import dev.farrier.FieldCase;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.GpuListingSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Listings as the source makes them of what {@code nvidia-smi} prints. */
final class Listings {
    static final String EIGHT = FieldCase.resource("nvidia/list-8-h100.csv");
    static final String NO_DRIVER =
            "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n";
    static final String MISMATCH = "Failed to initialize NVML: Driver/library version mismatch\n";
    static final String NO_DEVICES = "No devices were found\n";

    private Listings() {}

    static GpuListing exits(int code, String stdout) throws Exception {
        return read(CommandResult.End.EXITED, code, stdout);
    }

    static GpuListing hung() throws Exception {
        return read(CommandResult.End.STUCK, 0, "");
    }

    private static GpuListing read(CommandResult.End end, int code, String stdout)
            throws IOException, InterruptedException {
        Machine machine =
                new Machine(
                        Path.of("/"),
                        (Command command, Deadline deadline) ->
                                new CommandResult(command.argv(), end, code, stdout, ""));
        Reading<GpuListing> reading =
                new GpuListingSource(machine, "nvidia-smi")
                        .read(Deadline.in(Duration.ofMinutes(1)));
        return ((Reading.Present<GpuListing>) reading).value();
    }
}
