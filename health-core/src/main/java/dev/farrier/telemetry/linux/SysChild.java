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
 * Reads attributes in a child: those that the kernel asks the device for can take as long as the
 * device does.
 */
final class SysChild {
    private static final String SYS = "/sys";

    private final Machine machine;

    SysChild(Machine machine) {
        this.machine = machine;
    }

    /**
     * The files that give an answer, all of them asked in one child.
     *
     * @param files below {@code /sys}
     * @throws IOException when the child did not end in time, or could not be run
     */
    SysFiles read(List<String> files, Deadline deadline) throws IOException, InterruptedException {
        return files.isEmpty() ? SysFiles.captured(Map.of()) : ask(files, deadline);
    }

    private SysFiles ask(List<String> files, Deadline deadline)
            throws IOException, InterruptedException {
        String root = machine.file(SYS).toString();
        CommandResult result = machine.commands().run(Command.of(argv(root, files)), deadline);
        if (result.end() != CommandResult.End.EXITED || result.exitCode() > 2) {
            throw new IOException(
                    "the attributes in " + SYS + folder(files.get(0)) + " " + how(result));
        }
        return SysFiles.captured(parse(root, result.stdout()));
    }

    private static String folder(String file) {
        return file.substring(0, file.lastIndexOf('/'));
    }

    private static String how(CommandResult result) {
        return switch (result.end()) {
            case TIMED_OUT, STUCK -> "give no answer in time";
            default ->
                    "cannot be read: " + result.argv().get(0) + " ended with " + result.exitCode();
        };
    }

    /** The first four bytes of a file: {@code de 10 30 23}; empty when it does not give them. */
    String start(String file, Deadline deadline) throws IOException, InterruptedException {
        String path = machine.file(SYS) + file;
        CommandResult result =
                machine.commands().run(Command.of("od", "-An", "-tx1", "-N4", path), deadline);
        return result.succeeded() ? result.stdout().strip() : "";
    }

    /** {@code grep} prints each line behind the name of its file, and goes on after an error. */
    static List<String> argv(String root, List<String> files) {
        List<String> argv = new ArrayList<>(List.of("grep", "-HsaZ", "", "--"));
        for (String file : files) {
            argv.add(root + file);
        }
        return argv;
    }

    /** The name ends with a zero byte. */
    static Map<String, String> parse(String root, String output) {
        Map<String, String> texts = new HashMap<>();
        for (int start = 0; start < output.length(); ) {
            int name = output.indexOf('\0', start);
            int end = name < 0 ? -1 : output.indexOf('\n', name);
            if (end < 0) {
                break; // cut: of a line that is not whole nothing is known
            }
            if (output.startsWith(root, start) && name - start > root.length()) {
                String file = output.substring(start + root.length(), name);
                String line = output.substring(name + 1, end);
                String before = texts.get(file);
                texts.put(file, before == null ? line : before + "\n" + line);
            }
            start = end + 1;
        }
        return texts;
    }
}
