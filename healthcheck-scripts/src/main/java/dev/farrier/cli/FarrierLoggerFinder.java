package dev.farrier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.Locale;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/**
 * Sends {@link System.Logger} to {@code /var/log/farrier/farrier.log}, or to standard error when a
 * person runs us. Own code, since the JDK's java.logging costs a refresh more start-up than all its
 * checks.
 */
public final class FarrierLoggerFinder extends System.LoggerFinder {
    private static final long LARGEST = 10_000_000;

    private static volatile @Nullable Path file;

    /** From now on into this file; it is made when missing. */
    static void toFile(Path path) {
        file = path;
    }

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Log(name);
    }

    private record Log(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return name.startsWith("dev.farrier") && level.compareTo(Level.WARNING) >= 0;
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String message,
                @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                StringWriter text = new StringWriter();
                text.append(String.valueOf(message));
                if (thrown != null) {
                    text.append(System.lineSeparator());
                    thrown.printStackTrace(new PrintWriter(text, true));
                }
                write(level, text.toString().stripTrailing());
            }
        }

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object... parameters) {
            String text = String.valueOf(format);
            boolean plain = parameters == null || parameters.length == 0;
            log(
                    level,
                    bundle,
                    plain ? text : MessageFormat.format(text, parameters),
                    (Throwable) null);
        }
    }

    private static synchronized void write(System.Logger.Level level, String text) {
        Path path = file;
        if (path == null) {
            System.err.println("farrier: " + TerminalText.escape(text));
            return;
        }
        String line =
                Instant.now() + " " + level.name().toLowerCase(Locale.ROOT) + " " + text + "\n";
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new IOException("not a file but something else"); // a pipe would let us wait
            }
            if (Files.exists(path) && Files.size(path) > LARGEST) {
                Files.move(
                        path,
                        path.resolveSibling(path.getFileName() + ".1"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.write(
                    path,
                    line.getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("farrier: " + path + " cannot be written: " + e);
        }
    }
}
