package dev.farrier.cli;

import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.Uptime;
import dev.farrier.action.Census;
import dev.farrier.action.NodeController;
import dev.farrier.config.ConfigException;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.Problem;
import dev.farrier.policy.Pause;
import dev.farrier.run.Boot;
import dev.farrier.run.PauseFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code farrier doctor}. */
@Command(
        name = "doctor",
        description = {
            "Looks at Farrier itself on this machine, and says what is wrong with it.",
            "Configuration, folders, the verdict, the scheduler, reasons of ours that stayed behind.",
            "Changes nothing."
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int LONGEST_VERDICT = 4_096;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin private ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--json", description = "One JSON object, schema farrier-doctor/1.")
    private boolean json;

    private final Diagnosis diagnosis = new Diagnosis();

    @Override
    public Integer call() throws Exception {
        Assembly assembly = assembly();
        verdict(assembly);
        folders(assembly);
        pauses(assembly);
        scheduler(assembly);
        if (json) {
            diagnosis.printJson("farrier-doctor/1", spec.commandLine().getOut());
        } else {
            diagnosis.print(spec.commandLine().getOut());
        }
        return ExitCode.DONE;
    }

    private Assembly assembly() throws IOException {
        try {
            Assembly assembly = configuration.assembly();
            assembly.checks(assembly.hostAsNode());
            diagnosis.ok(
                    "configuration",
                    configuration.exists()
                            ? configuration.path() + ", mode " + mode(assembly.config())
                            : "none: the built-in profile runs, and nothing is acted on");
            return assembly;
        } catch (ConfigException e) {
            for (Problem problem : e.problems()) {
                diagnosis.wrong("configuration", problem.message());
            }
            return new Assembly(configuration.places(), HealthConfig.defaults("defaults"));
        }
    }

    private static String mode(HealthConfig config) {
        return config.policy().mode().name().toLowerCase(java.util.Locale.ROOT);
    }

    private void verdict(Assembly assembly) {
        Path file = configuration.places().verdict();
        try {
            if (Files.size(file) > LONGEST_VERDICT) {
                diagnosis.wrong("verdict", file + " is no verdict");
                return;
            }
            String[] field =
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip().split(" ", 7);
            Uptime now = new Boot(assembly.machine()).now();
            if (field.length < 7 || !field[1].equals(now.bootId())) {
                diagnosis.wrong("verdict", "of an earlier boot, or no verdict: " + file);
            } else if (Long.parseLong(field[3]) <= now.seconds()) {
                diagnosis.wrong(
                        "verdict",
                        field[4]
                                + ", but too old: no refresh has ended for "
                                + (long) (now.seconds() - Long.parseLong(field[3]))
                                + " s since it ran out");
            } else {
                diagnosis.ok(
                        "verdict",
                        field[4]
                                + (field[5].equals("1") ? ", our drain stands" : "")
                                + "; "
                                + field[6]);
            }
        } catch (NoSuchFileException e) {
            diagnosis.note(
                    "verdict", "none: no hook has started a refresh since this machine booted");
        } catch (IOException | NumberFormatException e) {
            diagnosis.wrong("verdict", file + ": " + e);
        }
    }

    private void folders(Assembly assembly) {
        boolean root = System.getProperty("user.name", "").equals("root");
        for (Path folder :
                List.of(
                        configuration.places().run(),
                        parent(configuration.places().state().resolve("state.json")),
                        parent(assembly.journalPath()))) {
            if (!Files.exists(folder)) {
                diagnosis.note("folder", folder + " is not there yet; the first refresh makes it");
            } else if (root && !Files.isWritable(folder)) {
                diagnosis.wrong("folder", folder + " cannot be written");
            } else if (isFull(folder)) {
                diagnosis.wrong("folder", folder + " has less than 64 KiB free");
            } else {
                diagnosis.ok("folder", folder.toString());
            }
        }
    }

    /** A file system that counts nothing, as ramfs, is never full. */
    private static boolean isFull(Path folder) {
        return folder.toFile().getUsableSpace() < 64 << 10 && folder.toFile().getTotalSpace() > 0;
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    private void pauses(Assembly assembly) throws InterruptedException {
        PauseFiles.Current current =
                assembly.pauseFiles().current(Instant.now(), SchedulerAccess.deadline());
        for (Pause pause : current.pauses()) {
            diagnosis.note("pause", pause.describe());
        }
        for (String problem : current.problems()) {
            diagnosis.wrong("pause", problem);
        }
    }

    private void scheduler(Assembly assembly) throws InterruptedException {
        Optional<NodeController> controller = assembly.controllerForPerson();
        if (controller.isEmpty()) {
            diagnosis.note("scheduler", "none: no 'scheduler.kind' and no scontrol here");
            return;
        }
        try {
            Census census = controller.get().census(Set.of(), SchedulerAccess.deadline());
            diagnosis.ok(
                    "scheduler",
                    "answers: "
                            + census.nodes().size()
                            + " partitions, "
                            + census.drains().size()
                            + " nodes drained");
            List<String> leftOver = census.leftOver().stream().map(NodeName::value).toList();
            if (!leftOver.isEmpty()) {
                diagnosis.note(
                        "reasons",
                        "in service, but still with an old reason of ours (the next job clears"
                                + " it; until then a node that stops answering stays down): "
                                + HostList.fold(leftOver));
            }
        } catch (IOException e) {
            diagnosis.wrong("scheduler", String.valueOf(e.getMessage()));
        }
    }
}
