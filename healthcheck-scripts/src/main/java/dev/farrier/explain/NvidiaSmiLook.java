package dev.farrier.explain;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Finding;
import dev.farrier.check.Sources;
import dev.farrier.check.gpu.GpuCountCheck;
import dev.farrier.check.gpu.GpuDriverCheck;
import dev.farrier.check.gpu.GpuEccCheck;
import dev.farrier.check.gpu.GpuLostCheck;
import dev.farrier.config.CheckSettings;
import dev.farrier.config.Settings;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Observation;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import dev.farrier.telemetry.nvidia.GpuListing;
import dev.farrier.telemetry.nvidia.GpuListingSource;
import dev.farrier.verdict.Evaluator;
import dev.farrier.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checks of GPUs make of a captured {@code nvidia-smi}.
 *
 * @param listing empty when the look failed, and then {@code why} says it
 */
record NvidiaSmiLook(Optional<GpuListing> listing, String why, Verdict verdict) {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /**
     * @param expected GPUs; 0 when nobody said
     */
    static NvidiaSmiLook of(CommandResult result, int expected) {
        Machine machine = machine(result);
        GpuListingSource source = new GpuListingSource(machine, "nvidia-smi");
        if (expected > 0) {
            source.expectGpus();
        }
        Reading<GpuListing> reading = read(source);
        Optional<GpuListing> listing =
                reading instanceof Reading.Present<GpuListing> present
                        ? Optional.of(present.value())
                        : Optional.empty();
        return new NvidiaSmiLook(listing, why(reading), verdict(machine, expected));
    }

    /** One that answers each command with this. */
    static Machine machine(CommandResult result) {
        return new Machine(Path.of("/"), (command, deadline) -> result);
    }

    static <T extends Observation> Reading<T> read(TelemetrySource<T> source) {
        try {
            return source.read(Deadline.in(LONGEST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static String why(Reading<?> reading) {
        if (reading instanceof Reading.Failed<?> failed) {
            return failed.why();
        }
        if (reading instanceof Reading.NotPermitted<?> denied) {
            return denied.why();
        }
        return reading instanceof Reading.Unsupported<?> missing ? missing.why() : "";
    }

    private static Verdict verdict(Machine machine, int expected) {
        Sources sources = new Sources(machine);
        Settings count = new Settings(expected > 0 ? Map.of("expected", expected) : Map.of());
        List<CheckInstance<?>> checks = new ArrayList<>();
        checks.add(instance(GpuCountCheck.KIND, count, sources));
        for (CheckKind kind : List.of(GpuDriverCheck.KIND, GpuLostCheck.KIND, GpuEccCheck.KIND)) {
            checks.add(instance(kind, Settings.EMPTY, sources));
        }
        try {
            return new Evaluator(checks, InstantSource.fixed(Instant.EPOCH))
                    .evaluate(new NodeName("node"), Deadline.in(LONGEST));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static CheckInstance<?> instance(CheckKind kind, Settings settings, Sources sources) {
        return named(kind.id(), kind.maker().make(settings, sources));
    }

    private static <T extends Observation> CheckInstance<T> named(
            String name, CheckKind.Made<T> made) {
        CheckSettings required =
                new CheckSettings(LONGEST, Optional.empty(), Optional.empty(), true);
        return new CheckInstance<>(name, made.check(), made.source(), required);
    }

    List<Finding> findings() {
        return verdict.findings();
    }
}
