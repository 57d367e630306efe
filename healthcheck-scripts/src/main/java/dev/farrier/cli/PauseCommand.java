package dev.farrier.cli;

import dev.farrier.config.SettingTypes;
import dev.farrier.policy.Pause;
import dev.farrier.run.PauseFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier pause}. */
@Command(
        name = "pause",
        description = {
            "Farrier goes on looking and acts on nothing: no drain, no return to service.",
            "Without --for it lasts until 'farrier pause --off'."
        })
final class PauseCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--for", paramLabel = "TIME", description = "How long: 30m, 2h, 1d.")
    private @Nullable String duration;

    @Option(
            names = "--check",
            paramLabel = "ID",
            description = "Only for this check, by its name or id; may be repeated.")
    private List<String> checks = List.of();

    @Option(
            names = "--everywhere",
            description = "All nodes, by the file that policy.pauseFile names.")
    private boolean everywhere;

    @Option(names = "--why", paramLabel = "TEXT", description = "For the journal.")
    private String why = "";

    @Option(names = "--off", description = "End the pause.")
    private boolean off;

    @Option(names = "--status", description = "Only show what holds now.")
    private boolean status;

    @Override
    public Integer call() throws Exception {
        Assembly assembly = configuration.assembly();
        PauseFiles files = assembly.pauseFiles();
        PrintWriter out = spec.commandLine().getOut();
        if (everywhere && assembly.config().policy().pauseFile().isEmpty()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "--everywhere needs policy.pauseFile in the configuration: a path that all"
                            + " nodes share");
        }
        try {
            if (off) {
                out.println(files.end(everywhere) ? "the pause is ended" : "there was no pause");
            } else if (!status) {
                files.write(pause(), everywhere);
            }
            return show(files, out);
        } catch (AccessDeniedException e) {
            spec.commandLine().getErr().println("farrier: not permitted: " + e.getMessage());
            return ExitCode.REFUSED;
        }
    }

    private int show(PauseFiles files, PrintWriter out) throws IOException, InterruptedException {
        PauseFiles.Current current = files.current(Instant.now(), SchedulerAccess.deadline());
        if (!status) {
            files.mark(current.pauses().stream().anyMatch(Pause::isForAll));
        }
        current.pauses().forEach(pause -> out.println(TerminalText.oneLine(pause.describe())));
        current.problems().forEach(problem -> out.println(TerminalText.oneLine(problem)));
        if (current.pauses().isEmpty()) {
            out.println("not paused");
        }
        return ExitCode.DONE;
    }

    private Pause pause() {
        return new Pause(
                duration == null
                        ? Optional.empty()
                        : Optional.of(Instant.now().plus(parsed(duration))),
                Set.copyOf(checks),
                System.getProperty("user.name", ""),
                why);
    }

    private Duration parsed(String text) {
        try {
            return SettingTypes.DURATION.parse(List.of(text));
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--for: " + e.getMessage() + "; right is 30m, 2h or 1d", e);
        }
    }
}
