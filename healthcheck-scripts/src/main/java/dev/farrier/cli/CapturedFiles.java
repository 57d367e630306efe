package dev.farrier.cli;

import dev.farrier.explain.Input;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files that somebody wants explained, within bounds. */
final class CapturedFiles {
    static final String STANDARD_INPUT = "-";

    /** What a case is right about lies beside its inputs, and is none of them. */
    private static final String ANSWER = "expected.json";

    private static final int LONGEST_FILE = 64 << 20;
    private static final long LONGEST_IN_ALL = 256L << 20;
    private static final int MOST_FILES = 50_000;

    private long bytes;

    /**
     * @throws IllegalArgumentException when there is no such file, or it is too large
     */
    Input read(String file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            InputStream in = new FileInputStream(FileDescriptor.in);
            return input(file, new BufferedInputStream(in)); // a pipe has no position to ask for
        }
        return read(Path.of(file));
    }

    private Input read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return input(file.toString(), in);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no such file: " + file, missing);
        }
    }

    private Input input(String name, InputStream in) throws IOException {
        byte[] content = in.readNBytes(LONGEST_FILE + 1);
        bytes += content.length;
        if (content.length > LONGEST_FILE) {
            throw new IllegalArgumentException(
                    name + ": more than " + (LONGEST_FILE >> 20) + " MiB");
        }
        if (bytes > LONGEST_IN_ALL) {
            throw new IllegalArgumentException(
                    "more than " + (LONGEST_IN_ALL >> 20) + " MiB in all");
        }
        return new Input(name, content);
    }

    /**
     * The files, and those of the folders, in the order of their names; no link in a folder is
     * followed.
     *
     * @throws IllegalArgumentException when one is not there, or it is too much
     */
    List<Input> readAll(List<String> files) throws IOException {
        List<Input> inputs = new ArrayList<>();
        for (String file : files) {
            if (file.equals(STANDARD_INPUT) || !Files.isDirectory(Path.of(file))) {
                inputs.add(read(file));
                continue;
            }
            for (Path inFolder : filesIn(Path.of(file))) {
                inputs.add(read(inFolder));
            }
        }
        return inputs;
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> files =
                    all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                            .filter(path -> !path.endsWith(ANSWER))
                            .limit(MOST_FILES + 1L)
                            .sorted()
                            .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("no file in " + folder);
            }
            if (files.size() > MOST_FILES) {
                throw new IllegalArgumentException(
                        "more than " + MOST_FILES + " files in " + folder);
            }
            return files;
        }
    }
}
