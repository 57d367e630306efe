package dev.farrier.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandResult.End;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command as it was recorded on a test cluster, {@code slurm/<version>/<name>.txt}: the command
 * line, what it printed, how it ended, and how long that took.
 */
record Transcript(
        String version,
        String name,
        String command,
        String stdout,
        String stderr,
        int exitCode,
        int wallMillis) {
    static final List<String> VERSIONS = List.of("22.05", "24.11", "26.05");

    private static final String STDERR = "--- stderr\n";
    private static final String EXIT = "--- exit ";

    static Transcript of(String version, String name) {
        String text;
        try { // malformed bytes are replaced, as the runner does
            text = new String(Files.readAllBytes(folder(version).resolve(name + ".txt")), UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
        int firstEnd = text.indexOf('\n');
        int stderr = text.indexOf("\n" + STDERR, firstEnd - 1) + 1;
        int exit = text.lastIndexOf(EXIT);
        int wall = text.lastIndexOf(", wall ");
        return new Transcript(
                version,
                name,
                text.substring("$ ".length(), firstEnd),
                text.substring(firstEnd + 1, stderr),
                text.substring(stderr + STDERR.length(), exit),
                Integer.parseInt(text.substring(exit + EXIT.length(), text.indexOf('\n', exit))),
                Integer.parseInt(text.substring(wall + 7, text.indexOf(" ms", wall))));
    }

    /** All of that version whose names start so, by name. */
    static List<Transcript> all(String version, String prefix) {
        try (Stream<Path> files = Files.list(folder(version))) {
            return files.map(file -> file.getFileName().toString().replace(".txt", ""))
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .map(name -> of(version, name))
                    .toList();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    static boolean exists(String version, String name) {
        return Files.exists(folder(version).resolve(name + ".txt"));
    }

    private static Path folder(String version) {
        try {
            return Path.of(Transcript.class.getResource("/slurm/" + version).toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * The words of scontrol's own command line, without a {@code timeout} before or a pipe behind.
     */
    List<String> arguments() {
        List<String> words = words();
        int start = words.indexOf("scontrol");
        int pipe = words.indexOf("|");
        return words.subList(start + 1, pipe < 0 ? words.size() : pipe);
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = ' ';
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != ' ') {
                if (c == quote) {
                    quote = ' ';
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == ' ') {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }

    CommandResult result() {
        int rc = stdout.lastIndexOf("rc="); // recorded through a pipe
        boolean piped = command.contains("| head");
        return new CommandResult(
                List.of(command),
                End.EXITED,
                piped ? Integer.parseInt(stdout.substring(rc + 3).strip()) : exitCode,
                piped ? stdout.substring(0, rc) : stdout,
                stderr);
    }

    @Override
    public String toString() {
        return version + "/" + name;
    }
}
