package dev.farrier.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Writes a tar archive of small files, in the format of POSIX.1-1988 (ustar). */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int LONGEST_NAME = 99;

    private final OutputStream out;
    private final Instant time;

    /**
     * @param time that all files have
     */
    TarWriter(OutputStream out, Instant time) {
        this.out = out;
        this.time = time;
    }

    /** A file that its owner alone may read. */
    void add(String name, byte[] content) throws IOException {
        byte[] header = new byte[BLOCK];
        if (name.length() > LONGEST_NAME) {
            throw new IOException("too long a name for the archive: " + name);
        }
        put(header, 0, name);
        put(header, 100, "0000600"); // mode
        put(header, 108, "0000000"); // user and group: root
        put(header, 116, "0000000");
        put(header, 124, octal(content.length, 11));
        put(header, 136, octal(time.getEpochSecond(), 11));
        put(header, 148, "        "); // the checksum counts as blanks
        header[156] = '0'; // a regular file
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, octal(sum, 6) + "\0 ");
        out.write(header);
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    /** Ends the archive; the stream stays open. */
    void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static String octal(long value, int digits) {
        String text = Long.toOctalString(value);
        return "0".repeat(digits - text.length()) + text;
    }
}
