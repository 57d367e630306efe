package dev.farrier.run;

import dev.farrier.Uptime;
import dev.farrier.telemetry.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The clock of this boot. */
public final class Boot {
    private final Path bootId;
    private final Path uptime;

    public Boot(Machine machine) {
        bootId = machine.file("/proc/sys/kernel/random/boot_id");
        uptime = machine.file("/proc/uptime");
    }

    /**
     * @throws IOException when the kernel does not say; without it nothing can be judged over time
     */
    public Uptime now() throws IOException {
        String id = text(bootId);
        String line = text(uptime);
        int end = line.indexOf(' ');
        if (id.isEmpty() || id.indexOf(' ') >= 0 || end <= 0) {
            throw new IOException("odd content in " + bootId + " or " + uptime);
        }
        try {
            return new Uptime(id, Double.parseDouble(line.substring(0, end)));
        } catch (NumberFormatException e) {
            throw new IOException("odd content in " + uptime + ": " + line, e);
        }
    }

    private static String text(Path path) throws IOException {
        return new String(Files.readAllBytes(path), StandardCharsets.US_ASCII).strip();
    }
}
