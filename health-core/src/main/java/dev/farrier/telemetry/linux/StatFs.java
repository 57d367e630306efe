package dev.farrier.telemetry.linux;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.CommandRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a file system how full it is, in a child: the answer may never come. */
final class StatFs {
    /** With less time than this, silence says nothing about the file system. */
    static final Duration FAIR = Duration.ofMillis(250);

    private static final String ALWAYS_THERE = "/proc";
    private static final Duration PLENTY = Duration.ofSeconds(1);

    private static final List<String> ERRORS_OF_THE_FILE_SYSTEM =
            List.of(
                    "Stale file handle",
                    "Input/output error",
                    "Transport endpoint is not connected",
                    "Cannot send after transport endpoint shutdown",
                    "Software caused connection abort",
                    "Connection refused",
                    "Connection timed out",
                    "Host is down",
                    "No route to host",
                    "Structure needs cleaning",
                    "Remote I/O error");

    /**
     * @param failure empty when it answered; else what happened, in one line
     * @param use present when it answered
     */
    record Answer(Kind kind, String failure, Optional<FileSystemUse> use) {
        enum Kind {
            ANSWERED,
            /** No answer by the deadline. */
            SILENT,
            /** It answers with an error that is its own: a stale handle, a lost server. */
            BROKEN,
            NOT_PERMITTED,
            /** The probe itself did not work. */
            PROBE_FAILED
        }

        static Answer answered(FileSystemUse use) {
            return new Answer(Kind.ANSWERED, "", Optional.of(use));
        }

        static Answer failed(Kind kind, String failure) {
            return new Answer(kind, failure, Optional.empty());
        }
    }

    private StatFs() {}

    /** A line for each path. */
    static List<String> argv(List<String> paths) {
        List<String> argv = new ArrayList<>(List.of("stat", "-f", "-c", "%S %b %a %c %d", "--"));
        argv.addAll(paths);
        return argv;
    }

    static List<String> argv(String path) {
        return argv(List.of(path));
    }

    static Answer ask(CommandRunner commands, String path, Deadline deadline)
            throws IOException, InterruptedException {
        if (deadline.remaining().compareTo(FAIR) < 0) {
            return Answer.failed(Answer.Kind.PROBE_FAILED, "no time was left to ask " + path);
        }
        CommandResult result = commands.run(Command.of(argv(path)), deadline);
        return result.end() == CommandResult.End.TIMED_OUT && isStarved(commands)
                ? Answer.failed(Answer.Kind.PROBE_FAILED, "this node is too slow to ask " + path)
                : understand(path, result);
    }

    /**
     * Whether not even the kernel's own file system answers. A job that uses up all memory or all
     * processors makes every program slow, and that is no fault of a server.
     */
    private static boolean isStarved(CommandRunner commands)
            throws IOException, InterruptedException {
        CommandResult result = commands.run(Command.of(argv(ALWAYS_THERE)), Deadline.in(PLENTY));
        return result.end() == CommandResult.End.TIMED_OUT;
    }

    static Answer understand(String path, CommandResult result) {
        return switch (result.end()) {
            case TIMED_OUT, STUCK -> {
                String who = result.stderr().isBlank() ? "" : ": " + result.stderr().strip();
                yield Answer.failed(Answer.Kind.SILENT, "no answer in time" + who);
            }
            case NOT_FOUND, TOO_MUCH_OUTPUT ->
                    Answer.failed(Answer.Kind.PROBE_FAILED, result.describe());
            case EXITED ->
                    result.exitCode() == 0
                            ? Answer.answered(parse(path, result.stdout()))
                            : refused(result);
        };
    }

    private static Answer refused(CommandResult result) {
        String error = result.stderr().strip();
        for (String known : ERRORS_OF_THE_FILE_SYSTEM) {
            if (error.endsWith(": " + known)) {
                return Answer.failed(Answer.Kind.BROKEN, known);
            }
        }
        return error.endsWith(": Permission denied")
                ? Answer.failed(Answer.Kind.NOT_PERMITTED, error)
                : Answer.failed(Answer.Kind.PROBE_FAILED, result.describe());
    }

    /**
     * @throws IllegalArgumentException when this is not one whole line of five numbers
     */
    static FileSystemUse parse(String path, String stdout) {
        long[] numbers = new long[5];
        int found = 0;
        for (int start = 0; found < numbers.length; found++) {
            int end = stdout.indexOf(found == numbers.length - 1 ? '\n' : ' ', start);
            if (end < 0 || found == numbers.length - 1 && end != stdout.length() - 1) {
                throw odd(stdout);
            }
            numbers[found] = number(stdout, start, end);
            start = end + 1;
        }
        try {
            return new FileSystemUse(
                    path,
                    Math.multiplyExact(numbers[0], numbers[1]),
                    Math.multiplyExact(numbers[0], numbers[2]),
                    numbers[3],
                    numbers[4]);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("stat -f gives more bytes than there can be", e);
        }
    }

    private static long number(String text, int from, int to) {
        try {
            long value = Long.parseLong(text, from, to, 10);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(odd(text).getMessage(), e);
        }
        throw odd(text);
    }

    private static IllegalArgumentException odd(String stdout) {
        String shown = stdout.length() > 80 ? stdout.substring(0, 80) + "…" : stdout;
        return new IllegalArgumentException("stat -f printed '" + shown.strip() + "'");
    }
}
