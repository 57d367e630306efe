package dev.farrier.cli;

import dev.farrier.config.ConfigText;
import dev.farrier.run.BuiltinChecks;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code farrier config check|show}. */
@Command(
        name = "config",
        description = "Checks or shows the configuration.",
        subcommands = {ConfigCommand.Check.class, ConfigCommand.Show.class})
final class ConfigCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "say 'config check' or 'config show'");
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
            assembly.checks(assembly.hostAsNode()); // values that do not fit together show here
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
            description =
                    "Prints the configuration in force, with every default, as a file that can be read back.")
    static final class Show implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Override
        public Integer call() throws Exception {
            String text =
                    ConfigText.show(configuration.assembly().config(), BuiltinChecks.declared());
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return ExitCode.DONE;
        }
    }
}
