package dev.farrier.cli;

import dev.farrier.run.KnownChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which configuration a command works with. */
final class ConfigurationOption {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file (default: /etc/farrier/farrier.yaml).")
    private @Nullable Path file;

    @Option(
            names = "--root",
            hidden = true,
            description = "Look at and write to files below this folder.")
    private Path root = Path.of("/");

    Path path() {
        return file == null ? places().configuration() : file;
    }

    boolean exists() {
        return Files.exists(path());
    }

    Places places() {
        return new Places(root);
    }

    Assembly assembly() {
        if (file != null && !Files.exists(file)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "no such configuration file: " + file);
        }
        KnownChecks known = KnownChecks.with(places().plugins());
        return new Assembly(places(), Assembly.configuration(path(), known), known);
    }
}
