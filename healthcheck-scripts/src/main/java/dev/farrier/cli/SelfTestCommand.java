package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.exec.Command;
import dev.farrier.exec.CommandResult;
import dev.farrier.exec.ProcessRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code farrier self-test}. */
@CommandLine.Command(
        name = "self-test",
        description =
                "Holds the installed files against the record of the build, and tries the start-up"
                        + " archive; exits 70 when something is wrong.")
final class SelfTestCommand implements Callable<Integer> {
    private static final Duration FOR_A_START = Duration.ofSeconds(20);
    private static final String IN_USE = "in use";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path java = Path.of(System.getProperty("java.home"));
        Optional<BuildRecord> build = folder().flatMap(BuildRecord::in);
        String version = "Java " + System.getProperty("java.version");
        if (build.isEmpty()) {
            out.println("build    no record of it: this is no release");
            out.println("runtime  " + version + " in " + java);
            return ExitCode.DONE;
        }
        boolean own = java.equals(build.get().folder().resolveSibling("runtime"));
        String now = build.get().digestNow();
        boolean intact = now.equals(build.get().digest());
        out.println(
                "build    " + build.get().digest() + (intact ? "" : ", but the jars are " + now));
        out.println("runtime  " + version + (own ? ", our own" : " of this node, in " + java));
        String archive = own ? archive(build.get(), java) : "not for this runtime";
        out.println("archive  " + archive);
        if (!intact) {
            out.println("Install this version again: its files were changed.");
        }
        return intact && (archive.equals(IN_USE) || !own) ? ExitCode.DONE : ExitCode.OUR_FAULT;
    }

    private static String archive(BuildRecord build, Path java)
            throws IOException, InterruptedException {
        if (!Files.exists(build.archive())) {
            return "missing: " + build.archive();
        }
        if (System.getProperty(Main.BUILD_PROPERTY) == null) {
            return "not in use: the jars are not those that it was made of";
        }
        CommandResult tried =
                new ProcessRunner(Path.of(System.getProperty("java.io.tmpdir")))
                        .run(
                                Command.of(
                                        List.of(
                                                java.resolve("bin/java").toString(),
                                                "-XX:AOTMode=on",
                                                "-XX:AOTCache=" + build.archive(),
                                                "-XX:+UseSerialGC",
                                                "-cp",
                                                System.getProperty("java.class.path"),
                                                Main.class.getName(),
                                                "--version")),
                                Deadline.in(FOR_A_START));
        boolean works = tried.end() == CommandResult.End.EXITED && tried.exitCode() == 0;
        return works ? IN_USE : "refused by the runtime: " + tried.describe();
    }

    /** The folder of our jars; empty where the classes are in none. */
    private static Optional<Path> folder() {
        String first = System.getProperty("java.class.path").split(":", 2)[0];
        return first.endsWith(".jar")
                ? Optional.ofNullable(Path.of(first).toAbsolutePath().getParent())
                : Optional.empty();
    }
}
