package dev.farrier.telemetry.linux;

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
    private KernelFile() {}

    /**
     * @throws IOException also when it is longer than {@code limit} bytes
     */
    static String read(Path file, int limit) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(limit + 1);
        }
        if (bytes.length > limit) {
            throw new IOException(file + " has more than " + limit + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
