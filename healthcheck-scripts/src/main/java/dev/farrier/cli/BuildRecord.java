package dev.farrier.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the build wrote down about the jars, in {@code lib/digest}: the digest that names the
 * start-up archive, then a line {@code <bytes> <seconds> <name>} a jar. A JVM may run the archive's
 * code when a jar beside it is another one (JDK-8377932), so the program itself looks.
 *
 * @param digest SHA-256 of the lines that {@code sha256sum *.jar people/*.jar} prints in that
 *     folder
 */
record BuildRecord(Path folder, String digest, List<Jar> jars) {
    private static final String FILE = "digest";
    private static final String PEOPLE = "people";

    private record Jar(long bytes, long seconds, String name) {}

    /**
     * Whether every jar still has the size and the time that are written down; opens none, for this
     * is asked at each start.
     *
     * @param file as the launcher names it
     */
    static boolean isCurrent(String file) {
        BuildRecord record = read(Path.of(file));
        if (record == null) {
            return false;
        }
        for (Jar jar : record.jars) {
            File there = new File(record.folder.toString(), jar.name);
            if (there.length() != jar.bytes || there.lastModified() / 1000 != jar.seconds) {
                return false;
            }
        }
        return true;
    }

    /** The record in this folder; empty when there is none, as in a build that is no release. */
    static Optional<BuildRecord> in(Path folder) {
        return Optional.ofNullable(read(folder.resolve(FILE)));
    }

    private static @Nullable BuildRecord read(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            int start = text.indexOf('\n');
            List<Jar> jars = new ArrayList<>();
            for (int end = text.indexOf('\n', start + 1);
                    end >= 0;
                    end = text.indexOf('\n', start + 1)) {
                jars.add(jar(text.substring(start + 1, end)));
                start = end;
            }
            Path folder = file.toAbsolutePath().getParent();
            return jars.isEmpty() || folder == null
                    ? null
                    : new BuildRecord(folder, text.substring(0, text.indexOf('\n')), jars);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    private static Jar jar(String line) {
        int first = line.indexOf(' ');
        int second = line.indexOf(' ', first + 1);
        if (second < 0) {
            throw new IllegalArgumentException("no jar: " + line);
        }
        return new Jar(
                Long.parseLong(line, 0, first, 10),
                Long.parseLong(line, first + 1, second, 10),
                line.substring(second + 1));
    }

    /** The digest of the jars that lie in the folder now. */
    String digestNow() throws IOException {
        MessageDigest all = sha256();
        add("", folder, all);
        if (Files.isDirectory(folder.resolve(PEOPLE))) {
            add(PEOPLE + "/", folder.resolve(PEOPLE), all);
        }
        return hex(all);
    }

    private static void add(String prefix, Path folder, MessageDigest all) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, "*.jar")) {
            files.forEach(jars::add);
        }
        Collections.sort(jars);
        for (Path jar : jars) {
            String line = hex(digestOf(jar)) + "  " + prefix + jar.getFileName() + "\n";
            all.update(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static MessageDigest digestOf(Path jar) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(jar)) {
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return digest;
    }

    Path archive() {
        return folder.resolve("farrier-" + digest + ".aot");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String hex(MessageDigest digest) {
        StringBuilder hex = new StringBuilder();
        for (byte value : digest.digest()) {
            hex.append(String.format(Locale.ROOT, "%02x", value));
        }
        return hex.toString();
    }
}
