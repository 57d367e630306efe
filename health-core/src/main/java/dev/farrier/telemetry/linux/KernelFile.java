package dev.farrier.telemetry.linux;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads files of {@code /proc} and {@code /sys} whole: their size is only known at their end. Never
 * for paths below a mount that may not answer.
 */
final class KernelFile {
    private static final int SHORT = 4096; // one page, which sysfs gives at most
    private static final char REPLACEMENT = '\uFFFD'; // what no UTF-8 becomes

    private KernelFile() {}

    /**
     * @throws IOException also when it is longer than {@code limit} bytes
     */
    static String read(Path file, int limit) throws IOException {
        byte[] bytes;
        try (InputStream in = open(file)) {
            bytes = in.readNBytes(limit + 1);
        }
        if (bytes.length > limit) {
            throw new IOException(file + " has more than " + limit + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A run reads a thousand files; a stream of {@code Files} costs it twice as much. */
    private static InputStream open(Path file) throws IOException {
        try {
            return new FileInputStream(file.toFile());
        } catch (FileNotFoundException e) {
            return Files.newInputStream(file); // which says whether it is missing or refused
        }
    }

    /**
     * The number that the file is.
     *
     * @throws IllegalArgumentException when it is not one line with a whole number, 0 or more
     */
    static long readNumber(Path file) throws IOException {
        return number(file.toString(), read(file, SHORT));
    }

    /** The one line that the file is, without blanks around it; it may be empty. */
    static String readLine(Path file) throws IOException {
        return line(file.toString(), read(file, SHORT));
    }

    static long number(String file, String text) {
        int end = text.length() - 1;
        try {
            if (end > 0 && text.charAt(end) == '\n' && text.charAt(0) >= '0') {
                return Long.parseLong(text, 0, end, 10);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(file + " has no number", e);
        }
        throw new IllegalArgumentException(file + " has no number");
    }

    static String line(String file, String text) {
        String line = text.strip();
        for (int i = 0; i < line.length(); i++) {
            if (Character.isISOControl(line.charAt(i)) || line.charAt(i) == REPLACEMENT) {
                throw new IllegalArgumentException(file + " is not one line of text");
            }
        }
        return line;
    }
}
