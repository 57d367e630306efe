package dev.farrier.exec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a process that survived SIGKILL: {@code <pid> <start time>} in a file
 * named by the argument list. While that very process lives, its command is not started again.
 */
final class StuckProcess {
    private static final Path PROC = Path.of("/proc");
    private static final String PREFIX = ".stuck-";
    private final Path file;

    private StuckProcess(Path file) {
        this.file = file;
    }

    static StuckProcess of(List<String> argv, Path directory) {
        return new StuckProcess(directory.resolve(PREFIX + digest(argv)));
    }

    /** All that still hang, of any command, each in one line. */
    static List<String> describeAllAlive(Path directory) {
        String[] names = directory.toFile().list((folder, name) -> name.startsWith(PREFIX));
        List<String> alive = new ArrayList<>();
        for (String name : names == null ? new String[0] : names) {
            String who = new StuckProcess(directory.resolve(name)).describeIfAlive();
            if (who != null) {
                alive.add(who);
            }
        }
        return alive;
    }

    void remember(ProcessStat process) {
        try {
            Files.deleteIfExists(file);
            Files.writeString(file, process.pid() + " " + process.startTime() + "\n");
        } catch (IOException e) {
            // Not remembered: the next look starts another one, which is what it costs.
        }
    }

    /** Who still hangs there, in one line; null when nobody does. */
    @Nullable String describeIfAlive() {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        ProcessStat process = rememberedProcess();
        if (process != null) {
            return describe(process);
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Somebody else's file in a shared directory; it is not believed anyway.
        }
        return null;
    }

    static String describe(ProcessStat process) {
        return "process "
                + process.pid()
                + " ("
                + process.name()
                + ", state "
                + process.state()
                + ") was killed and does not end";
    }

    private @Nullable ProcessStat rememberedProcess() {
        try {
            // In a directory that everybody can write, others could name a process of theirs.
            Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Files.getAttribute(PROC.resolve("self"), "unix:uid"))
                    || Files.size(file) > 100) {
                return null;
            }
            String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
            int blank = text.indexOf(' ');
            String pid = blank < 0 ? "" : text.substring(0, blank);
            if (!ProcessStat.isPid(pid)) {
                return null;
            }
            ProcessStat process = ProcessStat.read(PROC, pid);
            boolean same = text.substring(blank + 1).equals(String.valueOf(process.startTime()));
            return same && !process.isDead() ? process : null;
        } catch (IOException e) {
            return null; // it ended, or the file is not ours to read
        }
    }

    /** FNV-1a, 64 bits; a cryptographic digest would cost more to load than all else here. */
    private static String digest(List<String> argv) {
        long hash = 0xcbf29ce484222325L;
        for (String argument : argv) {
            for (byte b : argument.getBytes(StandardCharsets.UTF_8)) {
                hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
            }
            hash *= 0x100000001b3L; // the NUL between two arguments
        }
        return Long.toHexString(hash);
    }
}
