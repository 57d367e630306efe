package dev.farrier.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a benchmark runs. */
public final class ThisMachine {
    private ThisMachine() {}

    /** The load average of the last minute. */
    public static String load() throws IOException {
        String line = Files.readString(Path.of("/proc/loadavg"));
        return line.substring(0, line.indexOf(' '));
    }

    /** Processor, memory and kernel. */
    public static String describe() throws IOException {
        String processor = "unknown processor";
        for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
            if (line.startsWith("model name")) {
                processor = line.substring(line.indexOf(':') + 1).strip();
            }
        }
        String memory = Files.readAllLines(Path.of("/proc/meminfo")).get(0);
        long kib = Long.parseLong(memory.replaceAll("[^0-9]", ""));
        return processor
                + ", "
                + Runtime.getRuntime().availableProcessors()
                + " CPUs, "
                + Math.round(kib / 1048576.0)
                + " GiB, "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.version");
    }
}
