package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.telemetry.Machine;
import dev.farrier.telemetry.Reading;
import dev.farrier.telemetry.TelemetrySource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for a module below {@code /sys/module}, and reads its version and some parameters. */
public final class KernelModuleSource implements TelemetrySource<KernelModule> {
    private final Path modules;
    private final String name;
    private final List<String> parameters;

    /**
     * @param name with underscores, as the kernel spells it
     * @param parameters the names of those that are read
     */
    public KernelModuleSource(Machine machine, String name, List<String> parameters) {
        this.modules = machine.file("/sys/module");
        this.name = name;
        this.parameters = List.copyOf(parameters);
    }

    @Override
    public String origin() {
        return "/sys/module/" + name;
    }

    @Override
    public Reading<KernelModule> read(Deadline deadline) throws IOException {
        if (!Files.isDirectory(modules)) {
            return new Reading.Failed<>("/sys/module cannot be seen");
        }
        Path module = modules.resolve(name);
        if (!Files.isDirectory(module)) {
            return new Reading.Present<>(
                    new KernelModule(name, KernelModule.ABSENT, Optional.empty(), Map.of()));
        }
        Map<String, String> values = new HashMap<>();
        for (String parameter : parameters) {
            line(module.resolve("parameters").resolve(parameter))
                    .ifPresent(value -> values.put(parameter, value));
        }
        return new Reading.Present<>(
                new KernelModule(
                        name,
                        line(module.resolve("initstate")).orElse("live"),
                        line(module.resolve("version")),
                        values));
    }

    private static Optional<String> line(Path file) throws IOException {
        try {
            return Optional.of(KernelFile.readLine(file));
        } catch (NoSuchFileException | FileNotFoundException e) {
            return Optional.empty();
        }
    }
}
