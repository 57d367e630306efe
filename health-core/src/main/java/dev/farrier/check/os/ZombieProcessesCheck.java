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
import dev.farrier.telemetry.linux.ZombieProcesses;
import dev.farrier.telemetry.linux.ZombieProcessesSource;
import java.util.List;

/** Warns of many zombies. A job leaves them as easily as a broken daemon, so it is only that. */
public final class ZombieProcessesCheck implements Check<ZombieProcesses> {
    private static final Fault MANY = Fault.of("process.zombies", Severity.WARNING, Remedy.WATCH);

    private static final Setting<Integer> MAXIMUM =
            Setting.withDefault(
                    "maximum", SettingTypes.COUNT, 1000, "How many there may be at one time.");

    public static final CheckKind KIND =
            new CheckKind(
                            "process.zombies",
                            "There are not many dead processes that nobody takes note of.",
                            List.of(MAXIMUM),
                            List.of(MANY),
                            ZombieProcessesCheck::make)
                    .proposedWhereSeen();

    private final int maximum;

    ZombieProcessesCheck(int maximum) {
        this.maximum = maximum;
    }

    private static CheckKind.Made<ZombieProcesses> make(Settings settings, Sources sources) {
        ProcessListSource list = sources.shared(ProcessListSource.class, ProcessListSource::new);
        return new CheckKind.Made<>(
                new ZombieProcessesCheck(settings.get(MAXIMUM)),
                sources.shared(
                        ZombieProcessesSource.class, machine -> new ZombieProcessesSource(list)));
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
    public Examination examine(ZombieProcesses zombies) {
        String value = Amounts.count(zombies.count(), "zombie");
        String limit = "at most " + maximum;
        if (zombies.count() <= maximum) {
            return Examination.passed("processes", value, limit);
        }
        String message = value + ", such as " + zombies.example();
        Finding finding = Finding.of(MANY, Component.node("processes"), message, value, limit);
        return new Examination("processes", value, limit, List.of(finding));
    }
}
