package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads attributes of {@code /sys} that may wait for a driver, all of them in one child with a
 * deadline.
 */
final class Attributes {
    private static final int LAST_OF_GREP = 2;

    private Attributes() {}

    static List<String> argv(Machine machine, List<String> paths) {
        // Each line of each file behind its name; what cannot be read is left out.
        List<String> argv = new ArrayList<>(List.of("grep", "-H", "-s", "-e", "", "--"));
        for (String path : paths) {
            argv.add(machine.file(path).toString());
        }
        return argv;
    }

    /**
     * The first line of each attribute by its path; not there when it could not be read.
     *
     * @param paths absolute, at least one
     * @throws IOException when the child gave no answer
     */
    static Map<String, String> read(Machine machine, List<String> paths, Deadline deadline)
            throws IOException, InterruptedException {
        CommandResult result = machine.commands().run(Command.of(argv(machine, paths)), deadline);
        boolean answered =
                result.end() == CommandResult.End.EXITED && result.exitCode() <= LAST_OF_GREP;
        if (!answered) {
            throw new IOException("reading " + paths.get(0) + " and more: " + outcome(result));
        }
        Map<String, String> values = new HashMap<>();
        for (String path : paths) {
            String start = machine.file(path) + ":";
            int at = result.stdout().startsWith(start) ? 0 : result.stdout().indexOf("\n" + start);
            if (at >= 0) {
                int from = (at == 0 ? 0 : at + 1) + start.length();
                int end = result.stdout().indexOf('\n', from);
                if (end >= 0) {
                    values.put(path, result.stdout().substring(from, end).strip());
                }
            }
        }
        return values;
    }

    /** The arguments are long and say nothing. */
    private static String outcome(CommandResult result) {
        return new CommandResult(
                        List.of("grep"), result.end(), result.exitCode(), "", result.stderr())
                .describe();
    }
}
