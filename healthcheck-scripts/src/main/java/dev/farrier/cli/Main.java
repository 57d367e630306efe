package dev.farrier.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        int code =
                args.length > 0 && args[0].equals("refresh")
                        ? Refresh.main(Arrays.asList(args).subList(1, args.length), err)
                        : Commands.run(args, out, err);
        out.flush();
        err.flush();
        System.exit(ExitCode.forLauncher(code));
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
