package dev.farrier.exec;

import java.io.IOException;
import java.util.List;

/**
 * How a command ended and what it printed.
 *
 * @param exitCode 128 + n when signal n ended it; meaningful for {@link End#EXITED} only
 * @param stdout decoded as UTF-8, malformed bytes replaced; cut at the runner's limit
 */
public record CommandResult(
        List<String> argv, End end, int exitCode, String stdout, String stderr) {
    private static final int LONGEST_LINE = 500;

    /** The ways in which a command can end. */
    public enum End {
        EXITED,
        /** No such program, or not executable: {@code stderr} says which. Nothing was started. */
        NOT_FOUND,
        /** The deadline passed; the process group was killed and is gone. */
        TIMED_OUT,
        /**
         * The deadline passed and even SIGKILL did not end it: most likely in state D. Left behind.
         */
        STUCK,
        /** It printed more than the runner's limit and was killed; the output is cut. */
        TOO_MUCH_OUTPUT
    }

    public CommandResult {
        argv = List.copyOf(argv);
    }

    public boolean succeeded() {
        return end == End.EXITED && exitCode == 0;
    }

    /**
     * What it printed, when it ended well; else an exception that says what ran and how it ended.
     */
    public String stdoutOrThrow() throws IOException {
        if (succeeded()) {
            return stdout;
        }
        throw new IOException(describe());
    }

    /** One line: the command, how it ended, the first line that it wrote about it. */
    public String describe() {
        String how =
                switch (end) {
                    case EXITED -> "exit " + exitCode;
                    case NOT_FOUND -> "not found";
                    case TIMED_OUT -> "no answer in time, killed";
                    case STUCK -> "no answer in time, and it cannot be killed";
                    case TOO_MUCH_OUTPUT -> "printed too much, killed";
                };
        String firstLine = firstLine(stderr.isBlank() ? stdout : stderr);
        return String.join(" ", argv) + ": " + how + (firstLine.isEmpty() ? "" : ": " + firstLine);
    }

    private static String firstLine(String text) {
        String stripped = text.strip();
        int end = stripped.indexOf('\n');
        String line = end < 0 ? stripped : stripped.substring(0, end).stripTrailing();
        return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line;
    }
}
