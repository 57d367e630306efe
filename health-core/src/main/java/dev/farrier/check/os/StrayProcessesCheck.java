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
import dev.farrier.telemetry.linux.StrayProcesses;
import dev.farrier.telemetry.linux.StrayProcessesSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Warns of processes that a job left behind: the next job has to share the node with them. They are
 * only named; nothing is ever killed.
 */
public final class StrayProcessesCheck implements Check<StrayProcesses> {
    private static final Fault LEFT_BEHIND =
            Fault.of("process.left-behind", Severity.WARNING, Remedy.ESCALATE);

    private static final Setting<List<String>> EXEMPT_USERS =
            Setting.withDefault(
                    "exemptUsers",
                    SettingTypes.TEXTS,
                    List.of(),
                    "Names or numbers of users whose processes need no job.");
    private static final Setting<Boolean> ALLOW_LOGINS =
            Setting.withDefault(
                    "allowLogins",
                    SettingTypes.FLAG,
                    true,
                    "Leave out users that are logged in, and services of theirs; false where"
                            + " nobody may be on the node without a job.");
    private static final Setting<Duration> OLDER_THAN =
            Setting.withDefault(
                    "olderThan",
                    SettingTypes.DURATION,
                    Duration.ofMinutes(5),
                    "How long a process has to have been there.");

    public static final CheckKind KIND =
            new CheckKind(
                    "process.left-behind",
                    "No process of an ordinary user (from UID_MIN of login.defs on) runs without"
                            + " a job, a login or a service. For compute nodes.",
                    List.of(EXEMPT_USERS, ALLOW_LOGINS, OLDER_THAN),
                    List.of(LEFT_BEHIND),
                    StrayProcessesCheck::make);

    private final Duration olderThan;

    StrayProcessesCheck(Duration olderThan) {
        this.olderThan = olderThan;
    }

    private static CheckKind.Made<StrayProcesses> make(Settings settings, Sources sources) {
        List<String> exempt = settings.get(EXEMPT_USERS);
        boolean logins = settings.get(ALLOW_LOGINS);
        ProcessListSource list = sources.shared(ProcessListSource.class, ProcessListSource::new);
        return new CheckKind.Made<>(
                new StrayProcessesCheck(settings.get(OLDER_THAN)),
                sources.shared(
                        StrayProcessesSource.class,
                        logins + String.join("\0", exempt),
                        machine -> new StrayProcessesSource(machine, list, exempt, logins)));
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
    public Examination examine(StrayProcesses strays) {
        Map<Long, List<StrayProcesses.Stray>> byUser = new TreeMap<>();
        int count = 0;
        for (StrayProcesses.Stray stray : strays.processes()) {
            if (stray.ageSeconds() >= olderThan.toSeconds()) {
                byUser.computeIfAbsent(stray.userId(), user -> new ArrayList<>()).add(stray);
                count++;
            }
        }
        List<Finding> findings = new ArrayList<>();
        byUser.forEach((user, left) -> findings.add(finding(user, left)));
        return new Examination("processes", count + " left behind", "none", findings);
    }

    private static Finding finding(long user, List<StrayProcesses.Stray> left) {
        StrayProcesses.Stray first = left.get(0);
        String value = Amounts.count(left.size(), "process");
        String message =
                "user "
                        + user
                        + " has "
                        + value
                        + " and no job here: "
                        + first.name()
                        + " (pid "
                        + first.pid()
                        + ")"
                        + (left.size() > 1 ? " and others" : "");
        Component component = new Component("user", String.valueOf(user));
        return Finding.of(LEFT_BEHIND, component, message, value, "none");
    }
}
