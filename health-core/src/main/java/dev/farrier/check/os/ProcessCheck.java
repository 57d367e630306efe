package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Amounts;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.check.Sources;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.config.Settings;
import dev.farrier.telemetry.linux.ProcessListSource;
import dev.farrier.telemetry.linux.ProcessPattern;
import dev.farrier.telemetry.linux.RunningProcesses;
import dev.farrier.telemetry.linux.RunningProcessesSource;
import java.util.List;

/**
 * Finds a node on which a process that has to run does not, or one runs that must not. Any user can
 * start the latter, so it is no more than a warning.
 */
public final class ProcessCheck implements Check<RunningProcesses> {
    private static final Fault MISSING =
            Fault.of("process.missing", Severity.DEGRADED, Remedy.RESTART_APP);
    private static final Fault TOO_MANY =
            Fault.of("process.too-many", Severity.WARNING, Remedy.WATCH);

    private static final Setting<String> NAME =
            Setting.optional(
                    "name",
                    SettingTypes.TEXT,
                    "The command name of the process, as ps -o comm shows it.");
    private static final Setting<String> COMMAND_LINE =
            Setting.optional(
                    "commandLine",
                    SettingTypes.TEXT,
                    "A pattern for the whole command line, such as '*/slurmd -D*'. With a name"
                            + " beside it, only processes of this name are asked.");
    private static final Setting<String> USER =
            Setting.optional(
                    "user", SettingTypes.TEXT, "The name or number of the user that it runs as.");
    private static final Setting<Integer> MINIMUM =
            Setting.withDefault(
                    "minimum", SettingTypes.COUNT, 1, "How many have to run; 0 where none has to.");
    private static final Setting<Integer> MAXIMUM =
            Setting.optional(
                    "maximum",
                    SettingTypes.COUNT,
                    "How many may run; with a minimum of 0, 0 forbids it.");

    public static final CheckKind KIND =
            new CheckKind(
                    "process",
                    "A process runs; or, with a maximum, no more than so many.",
                    List.of(NAME, COMMAND_LINE, USER, MINIMUM, MAXIMUM),
                    List.of(MISSING, TOO_MANY),
                    ProcessCheck::make);

    private final int minimum;
    private final int maximum;

    ProcessCheck(int minimum, int maximum) {
        this.minimum = minimum;
        this.maximum = maximum;
    }

    private static CheckKind.Made<RunningProcesses> make(Settings settings, Sources sources) {
        ProcessPattern pattern =
                new ProcessPattern(
                        notBlank(settings, NAME),
                        notBlank(settings, COMMAND_LINE),
                        notBlank(settings, USER));
        if (pattern.shown().isEmpty()) {
            throw new IllegalArgumentException("it needs a name, a commandLine or a user");
        }
        if (pattern.name().indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "name is a command name, without a path: '" + pattern.name() + "'");
        }
        int minimum = settings.get(MINIMUM);
        int maximum = settings.find(MAXIMUM).orElse(Integer.MAX_VALUE);
        if (maximum < minimum) {
            throw new IllegalArgumentException(
                    "a maximum of " + maximum + " is below the minimum of " + minimum);
        }
        ProcessListSource processes =
                sources.shared(ProcessListSource.class, ProcessListSource::new);
        String key = pattern.name() + "\0" + pattern.commandLine() + "\0" + pattern.user();
        return new CheckKind.Made<>(
                new ProcessCheck(minimum, maximum),
                sources.shared(
                        RunningProcessesSource.class,
                        key,
                        machine -> new RunningProcessesSource(machine, processes, pattern)));
    }

    private static String notBlank(Settings settings, Setting<String> setting) {
        String text = settings.find(setting).orElse("");
        if (text.isBlank() && settings.find(setting).isPresent()) {
            throw new IllegalArgumentException(setting.name() + " is blank");
        }
        return text;
    }

    @Override
    public String id() {
        return KIND.id();
    }

    @Override
    public List<Fault> faults() {
        return KIND.faults();
    }

    @Override
    public Examination examine(RunningProcesses processes) {
        String what = processes.what();
        int count = processes.pids().size();
        String value = count + " running";
        if (count < minimum && count + processes.unread() >= minimum) {
            return Examination.cannotTell(
                    what,
                    Amounts.count(processes.unread(), "process")
                            + " in state D cannot be asked for the command line");
        }
        Fault fault = count < minimum ? MISSING : count > maximum ? TOO_MANY : null;
        if (fault == null) {
            return Examination.passed(what, value, limit());
        }
        String message =
                count == 0
                        ? "no process " + what + " runs"
                        : Amounts.count(count, "process") + " " + what + " " + runs(count);
        Finding finding =
                Finding.of(fault, new Component("process", what), message, value, limit());
        return new Examination(what, value, limit(), List.of(finding));
    }

    private static String runs(int count) {
        return count == 1 ? "runs" : "run";
    }

    private String limit() {
        if (maximum == Integer.MAX_VALUE) {
            return "at least " + minimum;
        }
        return minimum == 0 ? "at most " + maximum : minimum + " to " + maximum;
    }
}
