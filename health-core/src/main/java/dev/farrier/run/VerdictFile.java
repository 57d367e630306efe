package dev.farrier.run;

import dev.farrier.Uptime;
import dev.farrier.json.JsonFile;
import dev.farrier.verdict.Health;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The one line that hooks read: {@code 1 <boot id> <due> <valid until> <HEALTH> <0|1> <reason>},
 * times in whole seconds of uptime. From {@code due} on a hook starts a refresh; from {@code valid
 * until} on it takes the verdict for UNKNOWN.
 */
public final class VerdictFile {
    private static final long SHORTEST_VALIDITY = 150;
    private static final int LONGEST_REASON = 200;
    private static final int LONGEST_LINE = 4096;

    private final Path path;
    private final Duration interval;

    public VerdictFile(Path path, Duration interval) {
        this.path = path;
        this.interval = interval;
    }

    /**
     * @param drained whether our own drain of this node was written and read back, in mode act; a
     *     Prolog may send jobs elsewhere only then
     */
    public void publish(Uptime now, Health health, boolean drained, String reason)
            throws IOException {
        JsonFile.replace(path, line(now, health, drained, reason) + "\n", "rw-r--r--");
    }

    /**
     * Whether the next look is due: at the time that the verdict names, or when there is none of
     * use. Hooks ask the same; of two that ask at once only one is to look.
     */
    public boolean isDue(Uptime now) {
        String[] fields;
        try {
            if (!Files.isRegularFile(path) || Files.size(path) > LONGEST_LINE) {
                return true;
            }
            fields = Files.readString(path, StandardCharsets.ISO_8859_1).split(" ", 4);
        } catch (IOException e) {
            return true;
        }
        if (fields.length < 4 || !fields[0].equals("1") || !fields[1].equals(now.bootId())) {
            return true;
        }
        try {
            long wait = Long.parseLong(fields[2]) - (long) now.seconds();
            return wait <= 0 || wait > interval.toSeconds() / 2; // written by a clock that is ahead
        } catch (NumberFormatException e) {
            return true;
        }
    }

    String line(Uptime now, Health health, boolean drained, String reason) {
        long written = (long) now.seconds();
        long due = written + interval.toSeconds() / 2;
        long valid = written + Math.max(SHORTEST_VALIDITY, interval.toMillis() * 5 / 2000);
        return "1 "
                + now.bootId()
                + " "
                + due
                + " "
                + valid
                + " "
                + health.name()
                + (drained ? " 1 " : " 0 ")
                + oneLine(reason);
    }

    private static String oneLine(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length() && plain.length() < LONGEST_REASON; i++) {
            char c = text.charAt(i);
            plain.append(c >= ' ' && c <= '~' ? c : '?');
        }
        return plain.length() == 0 ? "-" : plain.toString();
    }
}
