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
import dev.farrier.telemetry.linux.BlockedProcesses;
import dev.farrier.telemetry.linux.BlockedProcessesSource;
import dev.farrier.telemetry.linux.ProcessListSource;
import java.time.Duration;
import java.util.List;

/**
 * Warns of processes that wait in the kernel and cannot be killed. A job on a slow file system can
 * cause that, so it is no more than a warning.
 */
public final class BlockedProcessesCheck implements Check<BlockedProcesses> {
    private static final Fault BLOCKED =
            Fault.of("process.blocked", Severity.WARNING, Remedy.ESCALATE);

    private static final Setting<Integer> MAXIMUM =
            Setting.withDefault("maximum", SettingTypes.COUNT, 0, "How many may wait for so long.");
    private static final Setting<Duration> LASTING =
            Setting.withDefault(
                    "lasting",
                    SettingTypes.DURATION,
                    Duration.ofMinutes(5),
                    "For how long a process has to be seen in state D, without running in"
                            + " between.");

    public static final CheckKind KIND =
            new CheckKind(
                            "process.blocked",
                            "No process waits in the kernel for long (state D).",
                            List.of(MAXIMUM, LASTING),
                            List.of(BLOCKED),
                            BlockedProcessesCheck::make)
                    .proposedWhereSeen();

    private final int maximum;
    private final Duration lasting;

    BlockedProcessesCheck(int maximum, Duration lasting) {
        this.maximum = maximum;
        this.lasting = lasting;
    }

    private static CheckKind.Made<BlockedProcesses> make(Settings settings, Sources sources) {
        ProcessListSource list = sources.shared(ProcessListSource.class, ProcessListSource::new);
        return new CheckKind.Made<>(
                new BlockedProcessesCheck(settings.get(MAXIMUM), settings.get(LASTING)),
                sources.shared(
                        BlockedProcessesSource.class,
                        machine -> new BlockedProcessesSource(machine, list)));
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
    public Examination examine(BlockedProcesses blocked) {
        int count = 0;
        BlockedProcesses.Blocked longest = null;
        for (BlockedProcesses.Blocked process : blocked.processes()) {
            if (process.seconds() >= lasting.toSeconds()) {
                count++;
                if (longest == null || longest.seconds() < process.seconds()) {
                    longest = process;
                }
            }
        }
        String value = count + " blocked";
        String limit = "at most " + maximum + " for " + lasting.toSeconds() + " s";
        if (longest == null || count <= maximum) {
            return Examination.passed("processes", value, limit);
        }
        String message =
                Amounts.count(count, "process")
                        + " in state D, "
                        + longest.name()
                        + " (pid "
                        + longest.pid()
                        + ") for "
                        + Math.round(longest.seconds())
                        + " s";
        Finding finding = Finding.of(BLOCKED, Component.node("processes"), message, value, limit);
        return new Examination("processes", value, limit, List.of(finding));
    }
}
