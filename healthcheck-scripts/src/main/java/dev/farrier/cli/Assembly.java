package dev.farrier.cli;

import dev.farrier.Deadline;
import dev.farrier.HostList;
import dev.farrier.NodeName;
import dev.farrier.NodeProfile;
import dev.farrier.action.NodeController;
import dev.farrier.action.OwnerRule;
import dev.farrier.check.CheckInstance;
import dev.farrier.check.Sources;
import dev.farrier.config.ConfigReader;
import dev.farrier.config.FlatFile;
import dev.farrier.config.HealthConfig;
import dev.farrier.config.SchedulerConfig;
import dev.farrier.exec.ProcessRunner;
import dev.farrier.journal.Journal;
import dev.farrier.policy.Pause;
import dev.farrier.policy.Policy;
import dev.farrier.policy.Rules;
import dev.farrier.run.Boot;
import dev.farrier.run.ConfiguredChecks;
import dev.farrier.run.KnownChecks;
import dev.farrier.run.NodeMemory;
import dev.farrier.run.NodeRun;
import dev.farrier.run.PauseFiles;
import dev.farrier.run.ProfileFile;
import dev.farrier.run.RunFiles;
import dev.farrier.run.RunJournal;
import dev.farrier.run.Turn;
import dev.farrier.run.VerdictFile;
import dev.farrier.slurm.SlurmNodeController;
import dev.farrier.slurm.SlurmSettings;
import dev.farrier.telemetry.Machine;
import dev.farrier.verdict.Evaluator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Builds the objects of one run from a configuration; nothing else knows how they fit together. */
final class Assembly {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Duration FOR_THE_PAUSE = Duration.ofSeconds(4);
    private static final Path SCONTROL = Path.of("/usr/bin/scontrol");

    private final Places places;
    private final HealthConfig config;
    private final KnownChecks known;
    private final Machine machine;

    /** With our own checks alone. */
    Assembly(Places places, HealthConfig config) {
        this(places, config, KnownChecks.OURS);
    }

    Assembly(Places places, HealthConfig config, KnownChecks known) {
        this.places = places;
        this.config = config;
        this.known = known;
        this.machine = machine(places);
    }

    static Machine machine(Places places) {
        return new Machine(places.root(), new ProcessRunner(places.run()));
    }

    /**
     * The configuration in the usual file; all defaults when there is none. A file that is there
     * and cannot be reached (a link to a mount that is not there yet, a folder without permission)
     * is wrong and not missing.
     *
     * @throws dev.farrier.config.ConfigException with every problem
     */
    static HealthConfig configuration(Path file, KnownChecks known) {
        return isMissing(file) ? builtIn() : givenConfiguration(file, known);
    }

    /** The same, with what the YAML parser made of it kept in another file. */
    static HealthConfig configuration(Path file, KnownChecks known, FlatFile flat) {
        return isMissing(file) ? builtIn() : givenConfiguration(file, known, flat);
    }

    private static boolean isMissing(Path file) {
        return Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static HealthConfig builtIn() {
        return HealthConfig.defaults("built-in defaults");
    }

    /**
     * The configuration in a file that somebody named.
     *
     * @throws dev.farrier.config.ConfigException with every problem
     */
    static HealthConfig givenConfiguration(Path file, KnownChecks known) {
        return configReader(known).read(file);
    }

    /** The same, with what the YAML parser made of it kept in another file. */
    static HealthConfig givenConfiguration(Path file, KnownChecks known, FlatFile flat) {
        return configReader(known).read(file, flat);
    }

    static ConfigReader configReader(KnownChecks known) {
        return new ConfigReader(known.declared(), HostList::expand);
    }

    HealthConfig config() {
        return config;
    }

    KnownChecks known() {
        return known;
    }

    Machine machine() {
        return machine;
    }

    /** The checks of a node as a refresh would run them, by what the last one learnt of it. */
    List<CheckInstance<?>> checks(NodeName node) {
        return checks(node, knownProfile(node));
    }

    private List<CheckInstance<?>> checks(NodeName node, Optional<NodeProfile> profile) {
        return ConfiguredChecks.of(config.on(profile), known, new Sources(machine), node, profile);
    }

    Evaluator evaluator(NodeName node) {
        return evaluator(checks(node));
    }

    Evaluator evaluator(List<CheckInstance<?>> checks) {
        return new Evaluator(checks, CLOCK);
    }

    private ProfileFile profileFile() {
        return new ProfileFile(places.profile());
    }

    /** Empty also where the configuration asks for none. */
    private Optional<NodeProfile> knownProfile(NodeName node) {
        if (!config.asksForProfile()) {
            return Optional.empty();
        }
        try {
            return profileFile().known(node, new Boot(machine).now());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<NodeProfile> currentProfile(
            NodeName node, Supplier<NodeController> scheduler, RunJournal runJournal)
            throws IOException, InterruptedException {
        return config.asksForProfile()
                ? profileFile()
                        .current(
                                node,
                                new Boot(machine).now(),
                                () ->
                                        scheduler
                                                .get()
                                                .profile(
                                                        node,
                                                        Deadline.in(config.scheduler().timeout())),
                                runJournal)
                : Optional.empty();
    }

    /**
     * A run on this node. It acts only when the node's name in the scheduler is certain: the hook
     * gave it, or the configuration does; and only as long as it is its turn.
     */
    NodeRun nodeRun(Optional<NodeName> given, Turn turn) throws IOException, InterruptedException {
        Optional<NodeName> certain = given.or(() -> config.scheduler().nodeName());
        NodeName node = certain.orElseGet(this::hostAsNode);
        Optional<Supplier<NodeController>> scheduler =
                certain.isEmpty() || config.scheduler().kind() == SchedulerConfig.Kind.NONE
                        ? Optional.empty()
                        : Optional.of(() -> controller(config.scheduler()));
        RunJournal runJournal = new RunJournal(journal(), node);
        Optional<NodeProfile> profile =
                scheduler.isPresent()
                        ? currentProfile(node, scheduler.get(), runJournal)
                        : Optional.empty();
        List<Pause> pauses = pauses(runJournal);
        return new NodeRun(
                node,
                new Evaluator(checks(node, profile), CLOCK),
                machine.counters(),
                new Policy(Rules.of(config.on(profile)), pauses),
                new NodeRun.Site(
                        scheduler,
                        config.scheduler().hostMustMatch() ? hostName() : "",
                        duration -> Thread.sleep(duration.toMillis()),
                        () -> !currentPauses().pauses().equals(pauses)),
                runFiles(turn),
                runJournal,
                new Boot(machine),
                CLOCK);
    }

    private RunFiles runFiles(Turn turn) {
        return new RunFiles(places.state(), places.run(), verdictFile(), turn);
    }

    /**
     * Lets checks judge increases by what the last run remembered, where whoever runs us may read
     * it. Writes nothing.
     */
    void openCounters() {
        try {
            machine.counters()
                    .open(
                            new Boot(machine).now(),
                            runFiles(() -> false)
                                    .peekMemory()
                                    .map(NodeMemory::counters)
                                    .orElse(Map.of()));
        } catch (IOException e) {
            // without an uptime no increase is known, which is what a closed book says
        }
    }

    private List<Pause> pauses(RunJournal runJournal) throws InterruptedException {
        PauseFiles.Current current = currentPauses();
        current.problems().forEach(runJournal::reported);
        try {
            pauseFiles().mark(current.pauses().stream().anyMatch(Pause::isForAll));
        } catch (IOException e) {
            runJournal.reported("the pause marker cannot be written: " + e);
        }
        return current.pauses();
    }

    private PauseFiles.Current currentPauses() throws InterruptedException {
        return pauseFiles().current(CLOCK.instant(), Deadline.in(FOR_THE_PAUSE));
    }

    PauseFiles pauseFiles() {
        return new PauseFiles(
                places.pause(),
                config.policy().pauseFile().map(places::absolute),
                places.pauseMarker(),
                machine.commands());
    }

    VerdictFile verdictFile() {
        return new VerdictFile(places.verdict(), config.interval());
    }

    Journal journal() {
        return new Journal(
                journalPath(), config.journal().maxSize(), config.journal().keep(), CLOCK);
    }

    Path journalPath() {
        return places.absolute(config.journal().path().toString());
    }

    /**
     * For a person's command: Slurm also where no configuration names it but its command is there.
     */
    Optional<NodeController> controllerForPerson() {
        boolean slurm =
                config.scheduler().kind() == SchedulerConfig.Kind.SLURM
                        || Files.isExecutable(SCONTROL);
        return slurm ? Optional.of(controller(config.scheduler())) : Optional.empty();
    }

    private NodeController controller(SchedulerConfig scheduler) {
        return new SlurmNodeController(
                ProcessRunner.forActions(places.run()),
                new SlurmSettings(
                        scheduler.scontrol(),
                        scheduler.slurmConf(),
                        scheduler.timeout(),
                        OwnerRule.ofFarrier(scheduler.slurmUser())));
    }

    /** The host's own name, as good as it is: to label a verdict, never to act on. */
    NodeName hostAsNode() {
        String name = hostName();
        int dot = name.indexOf('.');
        try {
            return new NodeName(dot < 0 ? name : name.substring(0, dot));
        } catch (IllegalArgumentException e) {
            return new NodeName("localhost");
        }
    }

    /** From the kernel, which asks no name server; empty when it cannot be read. */
    private String hostName() {
        try {
            return Files.readString(machine.file("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
