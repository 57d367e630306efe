package dev.farrier.cluster;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands of a {@link MadeNode}: vendors' tools print what was recorded, and what reads files
 * runs once and is remembered. It knows its own time, so that it can be taken off.
 */
final class Recorded implements CommandRunner {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What reads files of the node, or nothing. */
    private static final List<String> RUN = List.of("grep", "dd", "/bin/sh", "stat", "/bin/true");

    private final CommandRunner real;
    private final Map<List<String>, CommandResult> known = new HashMap<>();
    private int children;
    private long cpuNanos;
    private long wallNanos;

    Recorded(CommandRunner real) {
        this.real = real;
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Recorded.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** How many were run so far. */
    int children() {
        return children;
    }

    /** Of this class and what it ran, on the threads that asked. */
    long cpuNanos() {
        return cpuNanos;
    }

    long wallNanos() {
        return wallNanos;
    }

    @Override
    public CommandResult run(Command command, Deadline deadline)
            throws IOException, InterruptedException {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long wall = System.nanoTime();
        CommandResult result = known.get(command.argv());
        if (result == null) {
            result =
                    RUN.contains(command.program())
                            ? real.run(command, deadline)
                            : printed(command.argv());
            known.put(command.argv(), result);
        }
        children++;
        wallNanos += System.nanoTime() - wall;
        cpuNanos += THREADS.getCurrentThreadCpuTime() - cpu;
        return result;
    }

    private static CommandResult printed(List<String> argv) throws IOException {
        return new CommandResult(argv, CommandResult.End.EXITED, 0, answer(argv), "");
    }

    private static String answer(List<String> argv) throws IOException {
        String line = String.join(" ", argv);
        String tool = argv.get(0).equals("flock") ? argv.get(6) : argv.get(0);
        return switch (tool) {
            case "nvidia-smi" ->
                    resource(
                            line.contains("remapped")
                                    ? "/nvidia/remapped-rows.csv"
                                    : "/nvidia/list-8-h100.csv");
            case "nvme" -> resource("/nvme/smart-log-1.json");
            case "systemctl" -> resource("/linux/systemctl-show.txt");
            case "chronyc" -> resource("/field/clock-01/a.txt");
            case "munge" -> "MUNGE:AwQFAAA:\n";
            case "ipmitool" -> ipmitool(line);
            case "curl" -> redfish(argv);
            default -> throw new IOException("nobody recorded " + line);
        };
    }

    private static String ipmitool(String line) throws IOException {
        if (line.endsWith("sdr elist")) {
            return resource("/field/ipmi-sdr-01/sdr.txt");
        }
        if (line.endsWith("sel elist")) {
            return resource("/field/ipmi-sel-01/sel.txt");
        }
        return line.endsWith("sel info")
                ? resource("/field/ipmi-sel-01/sel-info.txt")
                : "11/30/2026 08:10:00\n";
    }

    /** A service of one chassis. */
    private static String redfish(List<String> argv) throws IOException {
        StringBuilder answers = new StringBuilder();
        for (String argument : argv) {
            int path = argument.startsWith("https:") ? argument.indexOf("/redfish/") : -1;
            if (path >= 0) {
                answers.append(body(argument.substring(path))).append("\n\u001e200\n");
            }
        }
        return answers.toString();
    }

    private static String body(String path) throws IOException {
        return switch (path) {
            case "/redfish/v1/" -> "{\"Chassis\": {\"@odata.id\": \"/redfish/v1/Chassis\"}}";
            case "/redfish/v1/Chassis" ->
                    "{\"Members\": [{\"@odata.id\": \"/redfish/v1/Chassis/1\"}]}";
            case "/redfish/v1/Chassis/1" ->
                    "{\"Thermal\": {\"@odata.id\": \"/redfish/v1/Chassis/1/Thermal\"}}";
            default -> resource("/field/redfish-01/thermal.json");
        };
    }
}
