package dev.farrier.check.os;

import dev.farrier.Severity;
import dev.farrier.check.Check;
import dev.farrier.check.CheckKind;
import dev.farrier.check.Component;
import dev.farrier.check.Examination;
import dev.farrier.check.Fault;
import dev.farrier.check.Finding;
import dev.farrier.check.Remedy;
import dev.farrier.config.Setting;
import dev.farrier.config.SettingTypes;
import dev.farrier.telemetry.linux.ProcessListSource;
import dev.farrier.telemetry.linux.RunningProcesses;
import dev.farrier.telemetry.linux.RunningProcessesSource;
import java.util.List;

/** Finds a node on which a process that has to run does not. */
public final class ProcessCheck implements Check<RunningProcesses> {
    private static final Fault MISSING =
            Fault.of("process.missing", Severity.DEGRADED, Remedy.RESTART_APP);

    private static final Setting<String> NAME =
            Setting.required(
                    "name",
                    SettingTypes.TEXT,
                    "The command name of the process, as ps -o comm shows it.");

    public static final CheckKind KIND =
            new CheckKind(
                    "process",
                    "A process runs.",
                    List.of(NAME),
                    List.of(MISSING),
                    (settings, sources) -> {
                        String name = settings.get(NAME);
                        if (name.isBlank() || name.indexOf('/') >= 0) {
                            throw new IllegalArgumentException(
                                    "name is a command name, without a path: '" + name + "'");
                        }
                        ProcessListSource processes =
                                sources.shared(ProcessListSource.class, ProcessListSource::new);
                        return new CheckKind.Made<>(
                                new ProcessCheck(),
                                sources.shared(
                                        RunningProcessesSource.class,
                                        name,
                                        machine ->
                                                new RunningProcessesSource(
                                                        machine, processes, name)));
                    });

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
        String name = processes.name();
        int count = processes.pids().size();
        String value = count + " running";
        if (count > 0) {
            return Examination.passed(name, value, "at least 1");
        }
        Finding finding =
                Finding.of(
                        MISSING,
                        new Component("process", name),
                        "no process " + name + " runs",
                        value,
                        "at least 1");
        return new Examination(name, value, "at least 1", List.of(finding));
    }
}
