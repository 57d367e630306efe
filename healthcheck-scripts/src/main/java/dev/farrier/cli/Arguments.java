package dev.farrier.cli;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Arguments of commands as values; what is wrong with one is wrong use. */
final class Arguments {
    private Arguments() {}

    static NodeName node(CommandSpec spec, String text) {
        try {
            return new NodeName(text);
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e);
        }
    }

    /** Names and host lists, each node once, in the order given. */
    static Set<NodeName> nodes(CommandSpec spec, List<String> texts) {
        Set<NodeName> nodes = new LinkedHashSet<>();
        for (String text : texts) {
            for (String name : hosts(spec, text)) {
                nodes.add(node(spec, name));
            }
        }
        return nodes;
    }

    static List<String> hosts(CommandSpec spec, String text) {
        try {
            return HostList.expand(text);
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e);
        }
    }

    private static CommandLine.ParameterException wrong(
            CommandSpec spec, IllegalArgumentException e) {
        return new CommandLine.ParameterException(
                spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
