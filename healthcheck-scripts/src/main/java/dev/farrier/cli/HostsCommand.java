package dev.farrier.cli;

import dev.farrier.HostList;
import dev.farrier.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code farrier hosts expand|fold}. */
@Command(
        name = "hosts",
        description = "Works with host lists such as gpu[001-003,7]-ib[0-1].",
        subcommands = {HostsCommand.Expand.class, HostsCommand.Fold.class},
        subcommandsRepeatable = false)
final class HostsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new picocli.CommandLine.ParameterException(
                spec.commandLine(), "say 'hosts expand LIST' or 'hosts fold NAME…'");
    }

    @Command(name = "expand", description = "Prints each host of the lists on a line.")
    static final class Expand implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Option(names = "--json", description = "One JSON object, schema farrier-hosts/1.")
        private boolean json;

        @Parameters(arity = "1..*", paramLabel = "LIST", description = "Host lists.")
        private List<String> lists = List.of();

        @Override
        public void run() {
            List<String> hosts = new ArrayList<>();
            for (String list : lists) {
                hosts.addAll(Arguments.hosts(spec, list));
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.print(Json.writePretty(hostsJson(hosts)));
            } else {
                hosts.forEach(out::println);
            }
        }
    }

    @Command(name = "fold", description = "Prints the shortest host list for these hosts.")
    static final class Fold implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Option(names = "--json", description = "One JSON object, schema farrier-hosts/1.")
        private boolean json;

        @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names or host lists.")
        private List<String> names = List.of();

        @Override
        public void run() {
            List<String> hosts = new ArrayList<>();
            for (String name : names) {
                hosts.addAll(Arguments.hosts(spec, name));
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.print(Json.writePretty(hostsJson(hosts)));
            } else {
                out.println(HostList.fold(hosts));
            }
        }
    }

    private static Map<String, Object> hostsJson(List<String> hosts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", "farrier-hosts/1");
        json.put("folded", HostList.fold(hosts));
        json.put("hosts", hosts);
        return json;
    }
}
