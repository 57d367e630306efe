package dev.farrier.cli;

import dev.farrier.config.ConfigException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands for people. */
@Command(
        name = "farrier",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Judges the health of this node, and takes bad nodes out of a scheduler's service.",
        subcommands = {
            CheckCommand.class,
            NodeCommand.class,
            DrainCommand.class,
            ResumeCommand.class,
            WhyCommand.class,
            WouldCommand.class,
            PauseCommand.class,
            UndoCommand.class,
            DoctorCommand.class,
            SetupCommand.class,
            HostsCommand.class,
            ExplainCommand.class,
            InitCommand.class,
            SupportBundleCommand.class,
            ConfigCommand.class,
            SelfTestCommand.class,
            StragglerCommand.class,
            Commands.RefreshHelp.class
        },
        footerHeading = "%nExit codes%n",
        footer = {
            "  check: 0 healthy, 1 degraded, 2 unhealthy, 3 unknown.",
            "  all others: 0 done, 69 scheduler not reachable, 77 refused (not ours).",
            "  explain, straggler: 65 when something was not understood.",
            "  everywhere: 64 wrong use, 70 our own fault, 78 wrong configuration."
        })
final class Commands {
    private Commands() {}

    static int run(String[] args, PrintStream out, PrintStream err) {
        CommandLine line = new CommandLine(new Commands());
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler(Commands::wrongUse);
        line.setExecutionExceptionHandler(Commands::failed);
        if (args.length == 0) {
            line.usage(line.getErr());
            return ExitCode.WRONG_USE;
        }
        int code = line.execute(args);
        line.getOut().flush();
        line.getErr().flush();
        return code;
    }

    private static int wrongUse(CommandLine.ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("farrier: " + TerminalText.escape(String.valueOf(e.getMessage())));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, line.getErr());
        line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.WRONG_USE;
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (e instanceof ConfigException problems) {
            problems.problems().forEach(problem -> err.println(problem.message()));
            return ExitCode.CONFIGURATION;
        }
        if (e instanceof AccessDeniedException denied) {
            err.println("farrier: not permitted: " + denied.getMessage() + "; root may");
            return ExitCode.REFUSED;
        }
        err.println("farrier: our own fault: " + TerminalText.escape(e.toString()));
        e.printStackTrace(err);
        return ExitCode.OUR_FAULT;
    }

    /** Listed for its help; it never gets here, see {@link Main}. */
    @Command(
            name = "refresh",
            description = {
                "One run from looking to acting, as hooks start it; always exits 0.",
                "Options: --trigger periodic|prolog|epilog|manual, --node NAME, --config FILE."
            })
    static final class RefreshHelp implements Runnable {
        @Override
        public void run() {}
    }
}
