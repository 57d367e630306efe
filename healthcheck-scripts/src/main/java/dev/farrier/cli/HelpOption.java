package dev.farrier.cli;

import picocli.CommandLine.Option;

/** {@code --help}, for commands that take no configuration. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;
}
