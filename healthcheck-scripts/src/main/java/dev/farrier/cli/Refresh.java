package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.NodeName;
import dev.farrier.Trigger;
import dev.farrier.config.ConfigException;
import dev.farrier.config.FlatFile;
import dev.farrier.config.HealthConfig;
import dev.farrier.run.Boot;
import dev.farrier.run.KnownChecks;
import dev.farrier.run.LostTurnException;
import dev.farrier.verdict.Health;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code farrier refresh}: one run from source to action, started by hooks and detached from them.
 * Always exits 0: a hook has nothing to do with its result but to read the verdict.
 */
final class Refresh {
    /**
     * Of the whole run: slurmd kills a HealthCheckProgram after 60 s; we are detached, but need no
     * longer.
     */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(100);

    /** After that a refresh will not end any more. */
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(3 * LONGEST_RUN.toSeconds());

    private final Places places;
    private final Trigger trigger;
    private final Optional<NodeName> node;
    private final Optional<Path> configuration;

    private Refresh(
            Places places, Trigger trigger, Optional<NodeName> node, Optional<Path> configuration) {
        this.places = places;
        this.trigger = trigger;
        this.node = node;
        this.configuration = configuration;
    }

    static int main(List<String> args, PrintStream err) {
        if (args.contains("--help")) {
            err.println(
                    "usage: farrier refresh [--trigger periodic|prolog|epilog|manual] [--node NAME]"
                            + " [--config FILE]\nOne run from looking to acting, as hooks start it;"
                            + " always exits 0.");
            return ExitCode.DONE;
        }
        FarrierLoggerFinder.toFile(Places.SYSTEM.log());
        Refresh refresh;
        try {
            refresh = parse(args);
        } catch (IllegalArgumentException e) {
            log().log(System.Logger.Level.ERROR, "wrong use of refresh: " + e.getMessage());
            err.println("farrier refresh: " + e.getMessage());
            return ExitCode.DONE;
        }
        FarrierLoggerFinder.toFile(refresh.places.log());
        try {
            refresh.underLock();
        } catch (Throwable e) { // our own defect drains nobody and holds nothing up
            log().log(System.Logger.Level.ERROR, "no refresh could be begun", e);
        }
        return ExitCode.DONE;
    }

    private static Refresh parse(List<String> args) {
        Places places = Places.SYSTEM;
        Trigger trigger = Trigger.MANUAL;
        Optional<NodeName> node = Optional.empty();
        Optional<Path> configuration = Optional.empty();
        for (int i = 0; i < args.size(); i += 2) {
            String option = args.get(i);
            if (i + 1 == args.size()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            String value = args.get(i + 1);
            switch (option) {
                case "--trigger" -> trigger = trigger(value);
                case "--node" -> node = value.isEmpty() ? node : Optional.of(new NodeName(value));
                case "--config" -> configuration = Optional.of(Path.of(value));
                case "--root" -> places = new Places(Path.of(value));
                default ->
                        throw new IllegalArgumentException(
                                "unknown option '"
                                        + option
                                        + "'; known are --trigger, --node, --config, --root");
            }
        }
        return new Refresh(places, trigger, node, configuration);
    }

    private static Trigger trigger(String word) {
        for (Trigger trigger : Trigger.values()) {
            if (trigger.word().equals(word)) {
                return trigger;
            }
        }
        throw new IllegalArgumentException(
                "unknown trigger '" + word + "'; known are periodic, prolog, epilog, manual");
    }

    private void underLock() throws IOException {
        makeRunFolder();
        Boot boot = new Boot(Assembly.machine(places));
        Optional<RefreshLock> taken =
                RefreshLock.tryTake(places.lock(), boot.now().seconds(), LONGEST_HOLD);
        if (taken.isPresent()) {
            try (RefreshLock lock = taken.get()) {
                run(lock, boot);
            }
        }
    }

    /** For all to look into, whoever made it: the hooks of any scheduler read the verdict there. */
    private void makeRunFolder() throws IOException {
        Files.createDirectories(places.run());
        Set<PosixFilePermission> forAll = PosixFilePermissions.fromString("rwxr-xr-x");
        if (!Files.getPosixFilePermissions(places.run()).equals(forAll)) {
            Files.setPosixFilePermissions(places.run(), forAll);
        }
    }

    private void run(RefreshLock lock, Boot boot) {
        HookFiles hooks = new HookFiles(places.run());
        try {
            hooks.rotateNotes();
            FlatFile flat = new FlatFile(places.flatConfiguration());
            KnownChecks known = KnownChecks.with(places.plugins());
            HealthConfig config =
                    configuration.isPresent()
                            ? Assembly.givenConfiguration(configuration.get(), known, flat)
                            : Assembly.configuration(places.configuration(), known, flat);
            hooks.tell(config.scheduler());
            Assembly assembly = new Assembly(places, config, known);
            if (trigger == Trigger.PERIODIC && !assembly.verdictFile().isDue(boot.now())) {
                return; // who held the lock before us has just looked; a second look is no proof
            }
            assembly.nodeRun(node, lock::isStillHeld).run(trigger, Deadline.in(LONGEST_RUN));
        } catch (ConfigException e) {
            log().log(System.Logger.Level.ERROR, e.getMessage());
            publishUnknown(lock, boot, "configuration: " + e.problems().get(0));
        } catch (LostTurnException e) {
            log().log(System.Logger.Level.WARNING, e.getMessage());
        } catch (Throwable e) { // our own defect drains nobody and holds nothing up
            log().log(System.Logger.Level.ERROR, "refresh failed", e);
            publishUnknown(lock, boot, "own defect: " + e);
        }
    }

    /** Made when it is needed: to find a logger takes longer than most looks. */
    private static System.Logger log() {
        return System.getLogger(Refresh.class.getName());
    }

    private void publishUnknown(RefreshLock lock, Boot boot, String reason) {
        if (!lock.isStillHeld()) {
            return;
        }
        try {
            new Assembly(places, HealthConfig.defaults("built-in defaults"))
                    .verdictFile()
                    .publish(boot.now(), Health.UNKNOWN, false, reason);
        } catch (IOException e) {
            log().log(System.Logger.Level.ERROR, "verdict cannot be written: " + e);
        }
    }
}
