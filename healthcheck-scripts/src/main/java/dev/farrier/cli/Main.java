package dev.farrier.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The {@code farrier} program. The refresh that hooks start takes a path of its own: it loads no
 * command-line library.
 */
public final class Main {
    /** Set by the launcher when a start-up archive is in use: the record of the build. */
    static final String BUILD_PROPERTY = "farrier.build";

    private Main() {}

    public static void main(String[] args) {
        String build = System.getProperty(BUILD_PROPERTY);
        if (build != null && !BuildRecord.isCurrent(build)) {
            System.exit(ExitCode.STALE_ARCHIVE);
        }
        PrintStream err = stream(new FileOutputStream(FileDescriptor.err));
        int code =
                args.length > 0 && args[0].equals("refresh")
                        ? Refresh.main(Arrays.asList(args).subList(1, args.length), err)
                        : command(args, err);
        err.flush();
        System.exit(ExitCode.forLauncher(code));
    }

    /** A command whose answer did not get through has not done what was asked of it. */
    private static int command(String[] args, PrintStream err) {
        WatchedStream watched = new WatchedStream(new FileOutputStream(FileDescriptor.out));
        PrintStream out = stream(watched);
        int code = Commands.run(args, out, err);
        out.flush();
        Optional<String> loss = watched.loss();
        loss.ifPresent(why -> err.println("farrier: cannot write standard output: " + why));
        return loss.isPresent() ? ExitCode.OUR_FAULT : code;
    }

    private static PrintStream stream(OutputStream target) {
        return new PrintStream(target, true, StandardCharsets.UTF_8);
    }
}
