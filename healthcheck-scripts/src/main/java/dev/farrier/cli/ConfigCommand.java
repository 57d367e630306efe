package dev.farrier.cli;

import dev.farrier.config.ConfigJson;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.ConfigReference;
import dev.farrier.config.ConfigSchema;
import dev.farrier.config.ConfigText;
import dev.farrier.config.Declared;
import dev.farrier.json.Json;
import dev.farrier.json.JsonFile;
import dev.farrier.run.KnownChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier config check|show|schema|reference|migrate}. */
@Command(
        name = "config",
        description = "Checks, shows or describes the configuration.",
        subcommands = {
            ConfigCommand.Check.class,
            ConfigCommand.Show.class,
            ConfigCommand.Schema.class,
            ConfigCommand.Reference.class,
            ConfigCommand.Migrate.class
        })
final class ConfigCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "say 'config check', 'show', 'schema', 'reference' or 'migrate'");
    }

    private static void print(CommandSpec spec, String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }

    @Command(
            name = "check",
            description =
                    "Reports every problem of the configuration file; exits 78 if there is one.")
    static final class Check implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Override
        public Integer call() throws Exception {
            Assembly assembly = configuration.assembly();
            assembly.checks(assembly.hostAsNode());
            String what =
                    configuration.exists()
                            ? configuration.path() + ": no problem found, " + checks(assembly)
                            : configuration.path() + " does not exist: the built-in profile runs";
            spec.commandLine().getOut().println(what);
            return ExitCode.DONE;
        }
    }

    private static String checks(Assembly assembly) {
        int written = assembly.config().checks().size();
        return written == 0
                ? "no checks are written, so the built-in profile runs"
                : written + " checks";
    }

    @Command(
            name = "show",
            description = {
                "Prints the configuration in force, with every default and where each value is from.",
                "It is a file that can be read back."
            })
    static final class Show implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Option(names = "--json", description = "One JSON object, schema farrier-config/1.")
        private boolean json;

        @Override
        public Integer call() throws Exception {
            Assembly assembly = configuration.assembly();
            Map<String, Integer> lines =
                    configuration.exists() ? ConfigReader.lines(configuration.path()) : Map.of();
            List<Declared> kinds = assembly.known().declared();
            print(
                    spec,
                    json
                            ? Json.writePretty(ConfigJson.of(assembly.config(), kinds, lines))
                            : ConfigText.show(assembly.config(), kinds, lines));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "schema",
            description =
                    "Prints a JSON Schema of the file for editors, the site's own checks included.")
    static final class Schema implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Override
        public Integer call() {
            List<Declared> kinds = KnownChecks.with(configuration.places().plugins()).declared();
            print(spec, Json.writePretty(ConfigSchema.of(kinds)));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "reference",
            description =
                    "Prints the documentation of all sections, checks and keys, the site's included.")
    static final class Reference implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Override
        public Integer call() {
            print(
                    spec,
                    ConfigReference.markdown(
                            KnownChecks.with(configuration.places().plugins()).declared()));
            return ExitCode.DONE;
        }
    }

    @Command(
            name = "migrate",
            description =
                    "Prints the file with each key under its present name; comments stay as they are.")
    static final class Migrate implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Option(names = "--write", description = "Replace the file, where anything changes.")
        private boolean write;

        @Override
        public Integer call() throws Exception {
            Path file = configuration.path();
            KnownChecks known = configuration.assembly().known(); // all problems first
            String text = Files.readString(file);
            String migrated = Assembly.configReader(known).migrated(text, file.toString());
            if (!write) {
                print(spec, migrated);
                return ExitCode.DONE;
            }
            boolean changes = !migrated.equals(text);
            if (changes) {
                String permissions =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                JsonFile.replace(file, migrated, permissions);
            }
            spec.commandLine()
                    .getOut()
                    .println(file + (changes ? ": rewritten" : ": nothing to change"));
            return ExitCode.DONE;
        }
    }
}
