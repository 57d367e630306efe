package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.action.NodeController;
import dev.farrier.action.NodeState;
import dev.farrier.config.ConfigException;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.Problem;
import dev.farrier.json.Json;
import dev.farrier.verdict.VerdictJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier support-bundle}. */
@Command(
        name = "support-bundle",
        description = {
            "Packs what a colleague needs to judge a case of this node into one file.",
            "Names of hosts and users, addresses, serial numbers, UUIDs, GUIDs, keys and passwords are",
            "replaced, the same by the same. Reasons and other texts that people wrote are kept but",
            "for those: look through it before you send it."
        })
final class SupportBundleCommand implements Callable<Integer> {
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(2);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int LEAST_USER_ID = 1000; // below are those of the system
    private static final int NOBODY = 65534;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--output",
            paramLabel = "FILE.tar.gz",
            description = "Where to write it (default: farrier-bundle-<time>.tar.gz, here).")
    private @Nullable Path output;

    @Option(names = "--list", description = "Only shows what it would contain.")
    private boolean listOnly;

    private final SupportBundle bundle = new SupportBundle();

    @Override
    public Integer call() throws Exception {
        Instant now = Instant.now();
        String name = "farrier-bundle-" + STAMP.format(now);
        Path archive = output == null ? Path.of(name + ".tar.gz") : output;
        gather();
        PrintWriter out = spec.commandLine().getOut();
        bundle.contents().forEach(line -> out.println(TerminalText.oneLine(line)));
        out.flush();
        if (listOnly) {
            return ExitCode.DONE;
        }
        try {
            bundle.write(archive, name, now);
        } catch (FileAlreadyExistsException there) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "there is a file already: " + archive, there);
        } catch (NoSuchFileException missing) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "there is no such folder: " + archive, missing);
        }
        StringBuilder replaced = new StringBuilder();
        bundle.replaced()
                .forEach(
                        (kind, count) ->
                                replaced.append(replaced.isEmpty() ? "" : ", ")
                                        .append(count)
                                        .append(' ')
                                        .append(kind));
        out.println("\nReplaced: " + replaced);
        out.println("Written: " + archive + " (look through it before you send it)");
        out.flush();
        return ExitCode.DONE;
    }

    private void gather() throws InterruptedException, IOException {
        Places places = configuration.places();
        learnNames(places);
        bundle.add("version.txt", version(), "this program");
        Assembly assembly = assembly();
        for (String file :
                List.of(
                        "/etc/os-release",
                        "/usr/lib/os-release",
                        "/proc/version",
                        "/proc/uptime",
                        "/proc/meminfo",
                        "/proc/loadavg",
                        "/proc/self/mountinfo",
                        "/sys/devices/system/cpu/online")) {
            bundle.addFile("os" + file.replace("/self/", "/"), places.absolute(file));
        }
        bundle.addFile("farrier.yaml", configuration.path());
        bundle.addFile("run/verdict", places.verdict());
        bundle.addFile("run/config.flat", places.flatConfiguration());
        bundle.addFile("run/hooks", places.run().resolve("hooks"));
        bundle.addFile("run/state.json", places.run().resolve("state.json"));
        bundle.addFile("run/ledger.json", places.run().resolve("ledger.json"));
        bundle.addFile("state/state.json", places.state().resolve("state.json"));
        bundle.addFile("state/ledger.json", places.state().resolve("ledger.json"));
        bundle.addFile("state/pause.json", places.pause());
        bundle.addFile("log/farrier.log", places.log());
        bundle.addFile("log/journal.jsonl", assembly.journalPath());
        look(assembly);
        scheduler(assembly);
    }

    /** What this machine is called, and who works on it. */
    private void learnNames(Places places) throws IOException {
        for (String file : List.of("/proc/sys/kernel/hostname", "/etc/hostname")) {
            readIfThere(places.absolute(file)).lines().forEach(bundle::learnHost);
        }
        for (String line : readIfThere(places.absolute("/etc/hosts")).lines().toList()) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", -1);
            for (int i = 1; i < words.length; i++) {
                if (!words[i].startsWith("ip6-") && !words[i].startsWith("localhost")) {
                    bundle.learnHost(words[i]);
                }
            }
        }
        for (String line : readIfThere(places.absolute("/etc/passwd")).lines().toList()) {
            String[] field = line.split(":", -1);
            if (field.length > 2 && isPersons(field[2])) {
                bundle.learnUser(field[0]);
            }
        }
        bundle.learnUser(System.getProperty("user.name", ""));
        bundle.learnUser(Optional.ofNullable(System.getenv("SUDO_USER")).orElse(""));
        bundle.learnHooks(readIfThere(places.run().resolve("hooks")));
    }

    private static boolean isPersons(String id) {
        return id.matches("\\d{4,9}")
                && Integer.parseInt(id) >= LEAST_USER_ID
                && Integer.parseInt(id) != NOBODY;
    }

    private static String readIfThere(Path file) throws IOException {
        return Files.isRegularFile(file) && Files.size(file) <= SupportBundle.LONGEST_FILE
                ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                : "";
    }

    private static String version() {
        return String.join(" ", new Version().getVersion())
                + "\nbuild "
                + System.getProperty(Main.BUILD_PROPERTY, "-")
                + "\njava "
                + System.getProperty("java.version")
                + " "
                + System.getProperty("java.vm.name")
                + " "
                + System.getProperty("os.arch")
                + "\n";
    }

    /** With the defaults where the configuration is wrong; what is wrong comes along. */
    private Assembly assembly() {
        try {
            return configuration.assembly();
        } catch (ConfigException e) {
            StringBuilder problems = new StringBuilder();
            for (Problem problem : e.problems()) {
                problems.append(problem.message()).append('\n');
            }
            bundle.add("configuration-problems.txt", problems.toString(), "config check");
            return new Assembly(configuration.places(), HealthConfig.defaults("defaults"));
        }
    }

    private void look(Assembly assembly) throws InterruptedException {
        NodeName node = node(assembly);
        String json;
        try {
            assembly.openCounters();
            json =
                    Json.writePretty(
                            VerdictJson.of(
                                    assembly.evaluator(node)
                                            .evaluate(node, Deadline.in(LONGEST_LOOK))));
        } catch (ConfigException e) {
            json = "configuration: " + e.getMessage() + "\n";
        }
        bundle.add("check.json", json, "farrier check --json, now");
    }

    private static NodeName node(Assembly assembly) {
        return assembly.config().scheduler().nodeName().orElseGet(assembly::hostAsNode);
    }

    private void scheduler(Assembly assembly) throws InterruptedException {
        NodeName node = node(assembly);
        bundle.learnHost(node.value());
        Optional<NodeController> controller = assembly.controllerForPerson();
        String json;
        if (controller.isEmpty()) {
            json = "no scheduler\n";
        } else {
            try {
                NodeState state =
                        controller.get().states(Set.of(node), SchedulerAccess.deadline()).get(node);
                json =
                        state == null
                                ? "the scheduler knows no node " + node + "\n"
                                : Json.writePretty(NodeStateJson.of(state));
            } catch (IOException e) {
                json = "no answer: " + e.getMessage() + "\n";
            }
        }
        bundle.add("node.json", json, "farrier node --json, now");
    }
}
