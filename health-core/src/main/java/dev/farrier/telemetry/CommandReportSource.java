package dev.farrier.telemetry;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an executable that follows the convention of monitoring plug-ins. Exit code 2 without a word
 * is what a shell gives for an error in a script, so it is no answer; nor are 3, every other code,
 * a signal and a timeout.
 */
public final class CommandReportSource implements TelemetrySource<CommandReport> {
    private static final int LONGEST_LINE = 500;

    /**
     * Prints one digest of the program and of each file among its arguments, so that a script under
     * an interpreter is seen too. In a child: the files may lie on a mount that hangs.
     */
    private static final String DIGEST =
            """
            program=$(command -v "$1") || exit 1
            shift
            set -- "$program" "$@"
            for file; do
                shift
                case $file in /*) [ -f "$file" ] && set -- "$@" "$file" ;; esac
            done
            [ $# -gt 0 ] && head -qc 16777216 "$@" | sha256sum
            """;

    private static final int DIGEST_LENGTH = 64;

    private final Machine machine;
    private final List<String> argv;

    public CommandReportSource(Machine machine, List<String> argv) {
        this.machine = machine;
        this.argv = List.copyOf(argv);
    }

    @Override
    public String origin() {
        return String.join(" ", argv);
    }

    @Override
    public Reading<CommandReport> read(Deadline deadline) throws IOException, InterruptedException {
        String digest = digest(deadline);
        return understand(machine.commands().run(Command.of(argv), deadline), digest);
    }

    private String digest(Deadline deadline) throws IOException, InterruptedException {
        List<String> script = new ArrayList<>(List.of("/bin/sh", "-c", DIGEST, "sh"));
        script.addAll(argv);
        CommandResult result = machine.commands().run(Command.of(script), deadline);
        return result.succeeded() ? digestIn(result.stdout()) : "";
    }

    static String digestIn(String text) {
        int digits = 0;
        while (digits < text.length() && Character.digit(text.charAt(digits), 16) >= 0) {
            digits++;
        }
        return digits == DIGEST_LENGTH ? text.substring(0, digits) : "";
    }

    static Reading<CommandReport> understand(CommandResult result, String digest) {
        String line = firstLine(result.stdout());
        int bar = line.indexOf('|');
        String message = (bar < 0 ? line : line.substring(0, bar)).strip();
        String figures = bar < 0 ? "" : line.substring(bar + 1).strip();
        boolean speechless = result.stdout().isBlank();
        CommandReport.Status status =
                switch (result.end() == CommandResult.End.EXITED ? result.exitCode() : -1) {
                    case 0 -> CommandReport.Status.OK;
                    case 1 -> CommandReport.Status.WARNING;
                    case 2 -> speechless ? null : CommandReport.Status.CRITICAL;
                    default -> null;
                };
        if (status == null) {
            return new Reading.Failed<>(result.describe());
        }
        return new Reading.Present<>(
                new CommandReport(result.argv().get(0), status, message, figures, digest));
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line;
    }
}
