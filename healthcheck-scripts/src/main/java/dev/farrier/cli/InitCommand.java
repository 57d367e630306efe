package dev.farrier.cli;

import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.action.NodeController;
import dev.farrier.check.NodeView;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigException;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.HealthConfig;
import dev.farrier.json.Json;
import dev.farrier.json.JsonFile;
import dev.farrier.propose.ClusterProposal;
import dev.farrier.propose.NodeProposal;
import dev.farrier.run.KnownChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier init}. */
@Command(
        name = "init",
        description = {
            "Proposes a configuration from what this node has.",
            "What the scheduler's configuration promises is proposed where there is less, and named;",
            "with --merge, one for the cluster from the files of many nodes."
        })
final class InitCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "The node's name in the scheduler (default: this host's name).")
    private @Nullable String name;

    @Option(
            names = "--merge",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Merge these files, each written by 'farrier init' on one node.")
    private List<Path> merge = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write here instead of to the standard output.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace the file of --output.")
    private boolean force;

    @Option(
            names = "--json",
            description = "One JSON object, schema farrier-init/1 or farrier-init-merge/1.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (output != null && !force && Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
            throw wrong(output + " exists; --force replaces it");
        }
        if (merge.isEmpty()) {
            NodeProposal proposal = proposal();
            write(json ? proposal.toJson() : null, proposal.toYaml());
            show("warning: ", proposal.warnings());
            show("could not look: ", proposal.notes());
        } else {
            ClusterProposal proposal = merged();
            write(json ? proposal.toJson() : null, proposal.toYaml());
            show("odd: ", proposal.odd().stream().map(ClusterProposal.Odd::text).toList());
            show("warning: ", proposal.warnings());
        }
        return ExitCode.DONE;
    }

    private NodeProposal proposal() throws InterruptedException {
        Assembly assembly = assembly();
        NodeName node = name == null ? assembly.hostAsNode() : Arguments.node(spec, name);
        Optional<NodeController> scheduler = assembly.controllerForPerson();
        Optional<NodeProfile> profile = Optional.empty();
        List<String> problems = new ArrayList<>();
        if (scheduler.isPresent()) {
            try {
                profile = scheduler.get().profile(node, SchedulerAccess.deadline());
                if (profile.isEmpty()) {
                    problems.add("the scheduler knows no node " + node);
                }
            } catch (IOException e) {
                problems.add("the scheduler gave no answer: " + e.getMessage());
            }
        }
        show("could not look: ", problems);
        return NodeProposal.of(
                node,
                scheduler.isPresent(),
                assembly.known().kinds(),
                new NodeView(new Sources(assembly.machine()), profile));
    }

    /** A broken file is no reason not to propose a better one. */
    private Assembly assembly() {
        try {
            return configuration.assembly();
        } catch (ConfigException e) {
            return new Assembly(configuration.places(), HealthConfig.defaults("defaults"));
        }
    }

    private ClusterProposal merged() throws IOException {
        KnownChecks known = assembly().known();
        ConfigReader reader = Assembly.configReader(known);
        List<ClusterProposal.NodeFile> files = new ArrayList<>();
        for (Path file : merge) {
            HealthConfig config = reader.read(file);
            try {
                files.add(
                        ClusterProposal.NodeFile.of(
                                Files.readString(file), config, file.toString()));
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()));
            }
        }
        try {
            return ClusterProposal.of(files, known.declared());
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void write(@Nullable Map<String, Object> object, String yaml) throws IOException {
        String text = object == null ? yaml : Json.writePretty(object);
        if (output != null) {
            JsonFile.replace(output, text, "rw-r--r--");
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    /** For a person beside the file: on the standard error. */
    private void show(String what, List<String> lines) {
        PrintWriter err = spec.commandLine().getErr();
        for (String line : lines) {
            err.println(what + TerminalText.oneLine(line));
        }
        err.flush();
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
