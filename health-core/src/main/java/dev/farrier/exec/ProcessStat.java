package dev.farrier.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One process, as {@code /proc/<pid>/stat} tells it.
 *
 * @param name the command name, at most 15 bytes: the kernel cuts longer ones
 * @param state {@code R}, {@code S}, {@code D} (cannot be killed), {@code Z} (dead, not yet
 *     reaped), …
 * @param startTime clock ticks since boot; with the pid it tells a process from a later one of the
 *     same number
 */
public record ProcessStat(
        long pid, String name, char state, long parent, long group, long session, long startTime) {
    private static final int LONGEST = 4096;
    private static final long KTHREADD = 2;
    private static final int START_TIME = 19; // field 22 of the file, counted from the state on

    /**
     * @throws IOException when there is no such process (any more), or its line is odd
     */
    public static ProcessStat read(Path proc, String pid) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(proc.resolve(pid).resolve("stat"))) {
            bytes = in.readNBytes(LONGEST);
        }
        try {
            return parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * @throws IllegalArgumentException when this is no such line
     */
    public static ProcessStat parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')'); // a process may have parentheses in its name
        if (open < 2 || close < open || !line.endsWith("\n")) {
            throw new IllegalArgumentException("not a line of /proc/<pid>/stat");
        }
        long[] numbers = new long[START_TIME + 1];
        int at = close + 2;
        if (at >= line.length()) {
            throw new IllegalArgumentException("/proc/<pid>/stat ends after the name");
        }
        char state = line.charAt(at);
        int field = 0;
        for (int i = at + 2; field < START_TIME; field++) {
            int end = i;
            while (end < line.length() && line.charAt(end) != ' ' && line.charAt(end) != '\n') {
                end++;
            }
            if (end <= i) {
                throw new IllegalArgumentException("/proc/<pid>/stat has too few fields");
            }
            numbers[field + 1] = number(line, i, end);
            i = end + 1;
        }
        return new ProcessStat(
                number(line, 0, open - 1),
                line.substring(open + 1, close),
                state,
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[START_TIME]);
    }

    private static long number(String line, int from, int to) {
        try {
            return Long.parseLong(line, from, to, 10);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("/proc/<pid>/stat has an odd number", e);
        }
    }

    /** Dead; only its parent has not taken note yet. */
    public boolean isDead() {
        return state == 'Z' || state == 'X';
    }

    /** Runs no program: the kernel's own. */
    public boolean isKernelThread() {
        return pid == KTHREADD || parent == KTHREADD;
    }

    /** Whether a name in {@code /proc} is a process number. */
    public static boolean isPid(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return !name.isEmpty();
    }
}
