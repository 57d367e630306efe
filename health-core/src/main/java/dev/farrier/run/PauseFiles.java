package dev.farrier.run;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import dev.farrier.json.Json;
import dev.farrier.json.JsonFile;
import dev.farrier.policy.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where a pause is written down: on this node, and in a file that all nodes share where the site
 * has one. The marker in the run folder is for the hooks, which only look whether it is there.
 */
public final class PauseFiles {
    private static final long LARGEST = 64 << 10;
    private static final Duration FOR_THE_SHARED_FILE = Duration.ofSeconds(3);

    private final Path own;
    private final Optional<Path> shared;
    private final Path marker;
    private final CommandRunner commands;

    /**
     * @param shared is read by a child, since a shared file system may not answer
     */
    public PauseFiles(Path own, Optional<Path> shared, Path marker, CommandRunner commands) {
        this.own = own;
        this.shared = shared;
        this.marker = marker;
        this.commands = commands;
    }

    /**
     * What holds now.
     *
     * @param problems what could not be read; a shared file that does not answer pauses nothing
     */
    public record Current(List<Pause> pauses, List<String> problems) {}

    /** A file that is there and cannot be understood is a pause for all: somebody wanted a stop. */
    public Current current(Instant now, Deadline deadline) throws InterruptedException {
        List<Pause> pauses = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try {
            if (Files.size(own) > LARGEST) {
                pauses.add(unreadable(own));
            } else {
                add(own, Files.readString(own), now, pauses);
            }
        } catch (NoSuchFileException e) {
            // The usual case: nobody paused this node.
        } catch (IOException e) {
            pauses.add(unreadable(own));
        }
        if (shared.isPresent()) {
            addShared(shared.get(), now, deadline, pauses, problems);
        }
        return new Current(pauses, problems);
    }

    private void addShared(
            Path path, Instant now, Deadline deadline, List<Pause> pauses, List<String> problems)
            throws InterruptedException {
        try {
            CommandResult result =
                    commands.run(
                            Command.of("cat", path.toString()),
                            deadline.atMost(FOR_THE_SHARED_FILE));
            if (result.succeeded()) {
                add(path, result.stdout(), now, pauses);
            } else if (result.end() == CommandResult.End.TOO_MUCH_OUTPUT) {
                pauses.add(unreadable(path));
            } else if (!result.stderr().contains("No such file")) {
                problems.add("pause file: " + result.describe());
            }
        } catch (IOException e) {
            problems.add("pause file: " + e.getMessage());
        }
    }

    private static void add(Path path, String text, Instant now, List<Pause> pauses) {
        try {
            Pause pause = Pause.fromJson(Json.object(text));
            if (pause.holds(now)) {
                pauses.add(pause);
            }
        } catch (IllegalArgumentException e) {
            pauses.add(unreadable(path));
        }
    }

    private static Pause unreadable(Path path) {
        return new Pause(Optional.empty(), Set.of(), "", path + " cannot be understood");
    }

    /** Puts the marker for the hooks there, or takes it away. */
    public void mark(boolean paused) throws IOException {
        if (!paused) {
            Files.deleteIfExists(marker);
        } else if (!Files.exists(marker)) {
            JsonFile.replace(marker, "", "rw-r--r--");
        }
    }

    /** Pauses this node, or with {@code everywhere} all that share the file. */
    public void write(Pause pause, boolean everywhere) throws IOException {
        Map<String, Object> json = pause.toJson();
        JsonFile.replace(target(everywhere), Json.write(json) + "\n", "rw-r--r--");
    }

    /**
     * @return whether there was one to end
     */
    public boolean end(boolean everywhere) throws IOException {
        return Files.deleteIfExists(target(everywhere));
    }

    private Path target(boolean everywhere) {
        return everywhere
                ? shared.orElseThrow(
                        () -> new IllegalArgumentException("no shared pause file is configured"))
                : own;
    }
}
