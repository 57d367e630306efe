package dev.farrier.cli;

import dev.farrier.config.HealthConfig;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier setup slurm}. */
@CommandLine.Command(
        name = "setup",
        description = "Prints what a scheduler's configuration needs, and checks what it has.",
        subcommands = SetupCommand.Slurm.class)
final class SetupCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "say 'setup slurm'");
    }

    @CommandLine.Command(
            name = "slurm",
            description = {
                "Prints the lines for slurm.conf, and checks the configuration that slurmctld has.",
                "Changes nothing."
            })
    static final class Slurm implements Callable<Integer> {
        private static final String FIRST_LINE = "Configuration data as of ";
        private static final Pattern LAST_LINE =
                Pattern.compile("^Slurmctld\\([a-z0-9]+\\) at .* is [A-Z]+$", Pattern.MULTILINE);

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Mixin private ConfigurationOption configuration = new ConfigurationOption();

        @Option(
                names = "--hooks",
                paramLabel = "FOLDER",
                description = "Where the hooks lie (default: /opt/farrier/libexec).")
        private String hooks = "/opt/farrier/libexec";

        @Override
        public Integer call() throws Exception {
            Assembly assembly = configuration.assembly();
            HealthConfig config = assembly.config();
            PrintWriter out = spec.commandLine().getOut();
            Optional<Map<String, String>> slurm = slurmConfig(assembly);
            SlurmSetup setup = new SlurmSetup(config, hooks, slurm.orElse(Map.of()));
            out.print(setup.lines());
            out.println();
            if (slurm.isEmpty()) {
                out.println("slurmctld did not say how it is configured, so that was not checked.");
                out.flush();
                return ExitCode.SCHEDULER_NOT_REACHABLE;
            }
            Diagnosis diagnosis = new Diagnosis();
            setup.check(diagnosis, path -> fileSystem(assembly, path));
            diagnosis.print(out);
            return ExitCode.DONE;
        }

        private static Optional<Map<String, String>> slurmConfig(Assembly assembly)
                throws InterruptedException {
            HealthConfig config = assembly.config();
            Map<String, String> environment =
                    config.scheduler()
                            .slurmConf()
                            .map(c -> Map.of("SLURM_CONF", c))
                            .orElse(Map.of());
            Command show =
                    new Command(
                            java.util.List.of(config.scheduler().scontrol(), "show", "config"),
                            environment);
            try {
                CommandResult result =
                        assembly.machine().commands().run(show, SchedulerAccess.deadline());
                return result.succeeded() ? parse(result.stdout()) : Optional.empty();
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /**
         * {@code Key = value} a line; a later line of the same key wins.
         *
         * @return empty for a text that is no such list, or not a whole one: a key that is cut off
         *     is not one that is not set
         */
        static Optional<Map<String, String>> parse(String text) {
            if (!text.startsWith(FIRST_LINE) || !LAST_LINE.matcher(text).find()) {
                return Optional.empty();
            }
            Map<String, String> config = new TreeMap<>();
            for (String line : text.split("\n", -1)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    config.put(
                            line.substring(0, equals).strip(), line.substring(equals + 1).strip());
                }
            }
            return Optional.of(config);
        }

        /** The type of the file system on which a path lies; empty when it is not told. */
        private static String fileSystem(Assembly assembly, String path) {
            try {
                CommandResult result =
                        assembly.machine()
                                .commands()
                                .run(
                                        Command.of("stat", "-f", "-c", "%T", path),
                                        dev.farrier.Deadline.in(Duration.ofSeconds(3)));
                return result.succeeded() ? result.stdout().strip() : "";
            } catch (IOException e) {
                return "";
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "";
            }
        }
    }
}
