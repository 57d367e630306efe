package dev.farrier.telemetry;

import dev.farrier.exec.CommandRunner;
import java.nio.file.Path;

/**
 * The machine that sources look at: where its file system starts ({@code /}, or a tree made for a
 * test), what runs its commands, and what its counters read before.
 */
public record Machine(Path root, CommandRunner commands, CounterBook counters) {
    /** One of whose counters nothing is known. */
    public Machine(Path root, CommandRunner commands) {
        this(root, commands, new CounterBook());
    }

    /** The file {@code absolute} ({@code "/proc/meminfo"}) of this machine. */
    public Path file(String absolute) {
        return root.resolve(absolute.startsWith("/") ? absolute.substring(1) : absolute);
    }
}
