package dev.farrier.cli;

import dev.farrier.strag.BenchmarkFiles;
import dev.farrier.strag.BoundedLines;
import dev.farrier.strag.Replay;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier straggler replay}. */
@Command(
        name = "replay",
        description = {
            "Finds stragglers in recorded telemetry (format strag-1), as if it came now.",
            "Prints a JSON line for each alarm, when it is found, and at the end of a scenario",
            "one for each lemon: a node that is slow in job after job."
        },
        footer = {
            "Lines that cannot be used are reported, and the others go on; then it exits 65.",
            "It exits 64 when a file cannot be read; the others are."
        })
final class StragglerReplayCommand implements Callable<Integer> {
    /** Of a file; more are only counted. */
    private static final int MOST_REPORTS = 10;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--suspects",
            description =
                    "Print suspects too, with \"confidence\":\"suspect\"; a scorer would count them"
                            + " as alarms.")
    private boolean suspects;

    @Option(
            names = "--table",
            description = "What came of each job, for people, at the end of each scenario.")
    private boolean table;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "JSON lines, also packed by gzip; - is standard input.")
    private List<String> files = List.of();

    private int code = ExitCode.DONE;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Replay replay =
                new Replay(table ? new JobVerdictTable(out) : new DetectionLines(out, suspects));
        for (String file : files) {
            try (InputStream in = BenchmarkFiles.unpacked(open(file))) {
                replay(file, in, replay, out);
            } catch (IOException | InvalidPathException e) {
                complain(file + ": " + why(e));
                code = ExitCode.WRONG_USE;
            }
        }
        return code;
    }

    private static InputStream open(String file) throws IOException {
        if (file.equals(CapturedFiles.STANDARD_INPUT)) {
            return new FileInputStream(FileDescriptor.in);
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new IOException("is a folder; name the files in it");
        }
        return Files.newInputStream(path);
    }

    private static String why(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "not permitted; root may";
        }
        return String.valueOf(e.getMessage());
    }

    /** Goes on to the end of the file, or until nobody reads what is printed. */
    private void replay(String file, InputStream in, Replay replay, PrintWriter out) {
        BoundedLines lines = new BoundedLines(new InputStreamReader(in, StandardCharsets.UTF_8));
        long refused = 0;
        try {
            String line = lines.read();
            while (line != null && !out.checkError()) {
                try {
                    take(line, replay);
                } catch (IllegalArgumentException e) {
                    refused++;
                    if (refused <= MOST_REPORTS) {
                        complain(file + ":" + lines.number() + ": " + e.getMessage());
                    }
                }
                line = lines.read();
            }
        } catch (IOException e) {
            boolean packing = e instanceof ZipException || e instanceof EOFException;
            String what = packing ? "cut or damaged gzip data" : "cannot be read on";
            complain(file + ":" + lines.number() + ": " + what + " (" + e.getMessage() + ")");
            notUnderstood();
        }
        boolean any = replay.finish();
        if (!any && refused == 0 && !out.checkError()) {
            complain(file + ": holds no scenario; its first line must be of type meta");
            notUnderstood();
        }
        if (refused > MOST_REPORTS) {
            complain(file + ": " + (refused - MOST_REPORTS) + " more lines cannot be used");
        }
        if (refused > 0) {
            notUnderstood();
        }
    }

    private static void take(String line, Replay replay) {
        if (line.length() > BoundedLines.LONGEST) {
            throw new IllegalArgumentException(
                    "longer than " + BoundedLines.LONGEST + " characters, must be one JSON object");
        }
        if (!line.isBlank()) {
            replay.line(line);
        }
    }

    private void notUnderstood() {
        code = code == ExitCode.DONE ? ExitCode.NOT_UNDERSTOOD : code;
    }

    private void complain(String message) {
        spec.commandLine().getErr().println("farrier: " + TerminalText.oneLine(message));
    }
}
